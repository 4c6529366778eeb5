import { useEffect, useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { usePoll } from '../data/query-cache.ts';
import { findSession, session } from '../data/session.ts';
import { useWatched } from '../data/signal.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Navigation } from './frame/navigation.tsx';
import { Away } from './frame/offline-notice.tsx';
import { SignedOutDialog } from './frame/signed-out-dialog.tsx';
import { Bar } from './frame/top-bar.tsx';
import { place } from './location.ts';
import { decoded } from './route.ts';
import { Screens, Unreachable } from './router.tsx';

/* The frame around every screen: bar, navigation, messages. */

/** The app that an address is of. */
const appIn = (path: string): string | undefined => {
  const [, slug] = /^\/apps\/([^/]+)/.exec(path) ?? [];
  return slug === undefined ? undefined : decoded(slug);
};

/** The whole dashboard. Where one is and who is signed in is watched here: with either everything is drawn anew. */
export const App = () => {
  const { path } = useWatched(place);
  const [error, setError] = useState<unknown>(undefined);
  const find = (): void => {
    setError(undefined);
    findSession().catch(setError);
  };
  useEffect(find, []);
  const app = useWatched(session) ? appIn(path) : undefined;
  usePoll(app, async (slug) => (await client.getApp(slug)).app.revision);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Bar app={app} />
      <Away />
      <div class={app === undefined ? 'page' : 'page with-nav'}>
        {app !== undefined && <Navigation app={app} />}
        <main id="main">
          {error === undefined ? <Screens /> : <Unreachable error={error} onRetry={find} />}
        </main>
      </div>
      <SignedOutDialog />
      <Toasts />
      <Announcer />
    </>
  );
};

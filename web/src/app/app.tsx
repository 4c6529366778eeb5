import { useEffect, useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { usePoll } from '../data/query-cache.ts';
import { findSession, session } from '../data/session.ts';
import { useSignal } from '../data/signal.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Navigation } from './frame/navigation.tsx';
import { OfflineNotice } from './frame/offline-notice.tsx';
import { SignedOutDialog } from './frame/signed-out-dialog.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { currentLocation } from './location.ts';
import { decodeSegment } from './match-path.ts';
import { Router, UnreachableScreen } from './router.tsx';

/* The frame around every screen: bar, navigation, messages. */

/** The app slug in a path. */
const appIn = (path: string): string | undefined => {
  const [, slug] = /^\/apps\/([^/]+)/.exec(path) ?? [];
  return slug === undefined ? undefined : decodeSegment(slug);
};

/** The root component. A change of location or session re-renders everything. */
export const App = () => {
  const { path } = useSignal(currentLocation);
  const [error, setError] = useState<unknown>(undefined);
  const find = (): void => {
    setError(undefined);
    findSession().catch(setError);
  };
  useEffect(find, []);
  const app = useSignal(session) ? appIn(path) : undefined;
  usePoll(app, async (slug) => (await client.getApp(slug)).app.revision);
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <TopBar app={app} />
      <OfflineNotice />
      <div class={app === undefined ? 'page' : 'page with-nav'}>
        {app !== undefined && <Navigation app={app} />}
        <main id="main">
          {error === undefined ? <Router /> : <UnreachableScreen error={error} onRetry={find} />}
        </main>
      </div>
      <SignedOutDialog />
      <Toasts />
      <Announcer />
    </>
  );
};

import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { client } from './client.ts';
import { Away } from './frame/away.tsx';
import { Bar } from './frame/bar.tsx';
import { Navigation } from './frame/navigation.tsx';
import { SignedOutDialog } from './frame/signed-out.tsx';
import { usePoll } from './live.ts';
import { Announcer } from './parts/announcer.tsx';
import { Toasts } from './parts/toast.tsx';
import { Screens, Unreachable } from './router.tsx';
import { findSession, session } from './session.ts';

/* The frame around every screen: bar, navigation, messages. */

/** The app that an address is of. */
const appIn = (path: string): string | undefined => {
  const [, slug] = /^\/apps\/([^/]+)/.exec(path) ?? [];
  try {
    return slug === undefined ? undefined : decodeURIComponent(slug);
  } catch {
    return undefined;
  }
};

const Frame = () => {
  const { path } = useLocation();
  const [error, setError] = useState<unknown>(undefined);
  const find = (): void => {
    setError(undefined);
    findSession().catch(setError);
  };
  useEffect(find, []);
  const app = session.value ? appIn(path) : undefined;
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

/** The whole dashboard. Links to what is not part of it, as to the documentation, are left to the browser. */
export const App = () => (
  <LocationProvider scope={/^\/(?:$|\?|sign-in|apps(?:[/?]|$))/}>
    <Frame />
  </LocationProvider>
);

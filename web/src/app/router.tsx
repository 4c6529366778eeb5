import { type ComponentChildren, h } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { session } from '../data/session.ts';
import { Apps } from '../screens/apps.tsx';
import { SignInScreen } from '../screens/sign-in.tsx';
import { ProblemBox } from '../ui/problem.tsx';
import { Screen } from '../ui/screen.tsx';
import { type LazyScreens, loadChunkOf } from './load-lazy-screens.ts';
import { type AppLocation, currentLocation, navigate } from './location.ts';
import { matchPath } from './match-path.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { type SectionScreen as AnyScreen, sections } from './sections.ts';

/* Maps paths to screens. */

/** After a server upgrade, an open page requests chunks that no longer exist: reload it once. */
const orReload = (error: unknown): Promise<never> => {
  const isSecond = sessionStorage.getItem('slipway-reloaded') === location.pathname;
  if (isSecond) throw error;
  sessionStorage.setItem('slipway-reloaded', location.pathname);
  location.reload();
  return new Promise(() => {});
};

/** The start page: the list of apps, or the app that the key belongs to. */
export const homePath = (app: string | null | undefined): string =>
  app === null || app === undefined ? '/apps' : `/apps/${app}`;

/** Accepts a return path only within the dashboard, to prevent open redirects. */
export const parseReturnPath = (text: string | undefined): string | undefined =>
  text !== undefined && /^\/apps(?:[/?]|$)/.test(text) && !text.includes('\\') ? text : undefined;

const GoTo = ({ to }: { to: string }) => {
  useEffect(() => navigate(to, true), [to]);
  return null;
};

const Nowhere = () => (
  <Screen title="Page not found">
    <p>
      The URL may be wrong, or the page was removed. <a href="/">Go to the start page.</a>
    </p>
  </Screen>
);

interface Route {
  pattern: string;
  screen: AnyScreen;
}

const routes: readonly Route[] = [
  { pattern: '/sign-in', screen: SignInScreen },
  { pattern: '/apps', screen: Apps },
  ...sections.map(({ path, screen }) => ({ pattern: `/apps/:app${path}`, screen })),
];

const findRoute = (path: string): { screen: AnyScreen; params: Record<string, string> } => {
  for (const { pattern, screen } of routes) {
    const params = matchPath(pattern, path);
    // Screens print commands that contain the slug: reject invalid slugs, which could inject shell commands.
    if (params !== undefined && !/[^a-z\d-]/.test(params.app ?? '')) return { screen, params };
  }
  return { screen: Nowhere, params: {} };
};

/** The lazy screens, once loaded. */
const loadedScreens: Partial<LazyScreens> = {};

/** A screen's component, or why it failed to load. */
const useComponent = (screen: AnyScreen) => {
  const [{ error }, setTried] = useState<{ error?: unknown }>({});
  const component = typeof screen === 'string' ? loadedScreens[screen] : screen;
  const load = (): void => {
    if (typeof screen !== 'string') return;
    setTried({});
    loadChunkOf(screen)
      .catch(orReload)
      .then(
        (loaded) => {
          Object.assign(loadedScreens, loaded);
          setTried({});
        },
        (failure) => setTried({ error: failure }),
      );
  };
  useEffect(() => {
    if (component === undefined) load();
  }, [screen]);
  return { component, error: component === undefined ? error : undefined, load };
};

/** The current screen; the previous one stays until it is loaded. */
const CurrentScreen = ({ path, url, query, isNew }: AppLocation) => {
  const { screen, params } = findRoute(path);
  const { component, error, load } = useComponent(screen);
  const last = useRef<ComponentChildren>(null);
  const { app = '' } = params;
  if (component !== undefined)
    last.current = h(ScreenBoundary, { url, app }, h(component, { key: app, app, params, query }));
  useLayoutEffect(() => {
    if (isNew && component !== undefined) scrollTo(0, 0);
  }, [path, component]);
  return error === undefined ? last.current : <UnreachableScreen error={error} onRetry={load} />;
};

/** Shows the screen for the current path, or the sign-in screen. */
export const Router = () => {
  const { path, url, query } = currentLocation.value;
  const who = session.value;
  if (who === undefined) return null;
  if (who === null && path !== '/sign-in')
    return <GoTo to={path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(url)}`} />;
  if (who !== null && path === '/sign-in')
    return <GoTo to={parseReturnPath(query.to) ?? homePath(who.app)} />;
  if (who !== null && path === '/') return <GoTo to={homePath(who.app)} />;
  if (who?.app && path === '/apps') return <GoTo to={homePath(who.app)} />;
  return <CurrentScreen {...currentLocation.value} />;
};

/** Shown if even the session request fails. */
export const UnreachableScreen = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Screen title="Slipway">
    <ProblemBox error={error} onRetry={onRetry} />
  </Screen>
);

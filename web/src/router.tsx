import { type ComponentChildren, type ComponentType, h } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { ProblemBox } from './parts/problem.tsx';
import { Screen } from './parts/screen.tsx';
import { goTo, type Place, place } from './place.ts';
import { paramsIn } from './route.ts';
import type { ScreenOfApp } from './screen-of-app.ts';
import { SignInScreen } from './screens/sign-in.tsx';
import { sections } from './sections.ts';
import { session } from './session.ts';

/* Which screen an address names. */

/** A page that is older than the service asks for files that are gone: it is loaded anew, once. */
const orReload = (error: unknown): Promise<never> => {
  const isSecond = sessionStorage.getItem('slipway-reloaded') === location.pathname;
  if (isSecond) throw error;
  sessionStorage.setItem('slipway-reloaded', location.pathname);
  location.reload();
  return new Promise(() => {});
};

/** Where whoever is signed in begins: the list of apps, or the one that the key is of. */
export const homeOf = (app: string | null | undefined): string =>
  app === null || app === undefined ? '/apps' : `/apps/${app}`;

/** An address of ours to go back to, or undefined: an address of others is never gone to. */
export const parseReturn = (text: string | undefined): string | undefined =>
  text !== undefined && /^\/apps(?:[/?]|$)/.test(text) && !text.includes('\\') ? text : undefined;

const GoTo = ({ to }: { to: string }) => {
  useEffect(() => goTo(to, true), [to]);
  return null;
};

const Nowhere = () => (
  <Screen title="There is no such page">
    <p>
      The address may be mistyped, or what it named is gone. <a href="/">Begin at the start.</a>
    </p>
  </Screen>
);

interface Route {
  at: string;
  load: () => Promise<ComponentType<ScreenOfApp>>;
}

const routes: readonly Route[] = [
  { at: '/sign-in', load: async () => SignInScreen },
  { at: '/apps', load: () => import('./chunks/start.ts').then((m) => m.Apps) },
  ...sections.map(({ at, load }) => ({ at: `/apps/:app${at}`, load })),
];

const nowhere: Route = { at: '', load: async () => Nowhere };

const findRoute = (path: string): { route: Route; params: Record<string, string> } => {
  for (const route of routes) {
    const params = paramsIn(route.at, path);
    if (params !== undefined) return { route, params };
  }
  return { route: nowhere, params: {} };
};

const loaded = new Map<Route, ComponentType<ScreenOfApp>>();

/** The component of a route, and why it could not be loaded. */
const useComponent = (route: Route) => {
  const [failure, setFailure] = useState<{ route: Route; error: unknown } | undefined>(undefined);
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const component = loaded.get(route);
  const load = (): void => {
    setFailure(undefined);
    route
      .load()
      .catch(orReload)
      .then(
        (found) => {
          loaded.set(route, found);
          redraw();
        },
        (error) => setFailure({ route, error }),
      );
  };
  useEffect(() => {
    if (component === undefined) load();
  }, [route]);
  return { component, error: failure?.route === route ? failure.error : undefined, load };
};

/** The screen of an address; until it is loaded, the one before stays. */
const Shown = ({ path, query, isNew }: Place) => {
  const { route, params } = findRoute(path);
  const { component, error, load } = useComponent(route);
  const last = useRef<ComponentChildren>(null);
  const { app = '' } = params;
  if (component !== undefined) last.current = h(component, { key: app, app, params, query });
  useLayoutEffect(() => {
    if (isNew && component !== undefined) scrollTo(0, 0);
  }, [path, component]);
  return error === undefined ? last.current : <Unreachable error={error} onRetry={load} />;
};

/** The screen that the address names, for whoever is signed in. */
export const Screens = () => {
  const { path, url, query } = place.value;
  const who = session.value;
  if (who === undefined) return null;
  if (who === null && path !== '/sign-in')
    return <GoTo to={path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(url)}`} />;
  if (who !== null && path === '/sign-in') return <GoTo to={parseReturn(query.to) ?? homeOf(who.app)} />;
  if (who !== null && path === '/') return <GoTo to={homeOf(who.app)} />;
  if (who?.app && path === '/apps') return <GoTo to={homeOf(who.app)} />;
  return <Shown {...place.value} />;
};

/** What is shown where not even the session could be asked for. */
export const Unreachable = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Screen title="Slipway">
    <ProblemBox error={error} onRetry={onRetry} />
  </Screen>
);

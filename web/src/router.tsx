import { type ComponentType, h, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary, default as lazy } from 'preact-iso/lazy';
import { Route, Router, useLocation } from 'preact-iso/router';
import { ProblemBox } from './parts/problem.tsx';
import { Screen } from './parts/screen.tsx';
import type { ScreenOfApp } from './screen-of-app.ts';
import { SignInScreen } from './screens/sign-in.tsx';
import { sections } from './sections.ts';
import { session } from './session.ts';

/* Which screen an address names. */

/** A page that is older than the service asks for files that are gone: it is loaded anew, once. */
const orReload =
  <T,>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error) => {
      const isSecond = sessionStorage.getItem('slipway-reloaded') === location.pathname;
      if (isSecond) throw error;
      sessionStorage.setItem('slipway-reloaded', location.pathname);
      location.reload();
      return new Promise<T>(() => {});
    });

const screens = sections.map(({ at, load }) => ({ at, component: lazy(orReload(load)) }));
const Apps = lazy(orReload(() => import('./chunks/start.ts').then((m) => m.Apps)));

/** Where whoever is signed in begins: the list of apps, or the one that the key is of. */
export const homeOf = (app: string | null | undefined): string =>
  app === null || app === undefined ? '/apps' : `/apps/${app}`;

/** An address of ours to go back to, or undefined: an address of others is never gone to. */
export const parseReturn = (text: string | undefined): string | undefined =>
  text !== undefined && /^\/apps(?:[/?]|$)/.test(text) && !text.includes('\\') ? text : undefined;

const GoTo = ({ to }: { to: string }) => {
  const { route } = useLocation();
  useEffect(() => route(to, true), [to]);
  return null;
};

const Nowhere = () => (
  <Screen title="There is no such page">
    <p>
      The address may be mistyped, or what it named is gone. <a href="/">Begin at the start.</a>
    </p>
  </Screen>
);

/** Screens of an app get its slug; a slug that no app can have leads nowhere. */
const ofApp =
  (component: ComponentType<ScreenOfApp>) =>
  ({ params, query }: { params: Record<string, string>; query: Record<string, string> }): VNode =>
    h(component, { key: params.app, app: params.app ?? '', params, query }) as VNode;

const routes = screens.map(({ at, component }) => ({ at, component: ofApp(component) }));

/** The screen that the address names, for whoever is signed in. */
export const Screens = () => {
  const { path, url, query } = useLocation();
  const who = session.value;
  if (who === undefined) return null;
  if (who === null && path !== '/sign-in')
    return <GoTo to={path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(url)}`} />;
  if (who !== null && path === '/sign-in') return <GoTo to={parseReturn(query.to) ?? homeOf(who.app)} />;
  if (who !== null && path === '/') return <GoTo to={homeOf(who.app)} />;
  if (who?.app && path === '/apps') return <GoTo to={homeOf(who.app)} />;
  return (
    <ErrorBoundary onError={() => {}}>
      <Router>
        <Route path="/sign-in" component={SignInScreen} />
        <Route path="/apps" component={Apps} />
        {routes.map(({ at, component }) => (
          <Route key={at} path={`/apps/:app${at}`} component={component} />
        ))}
        <Route default component={Nowhere} />
      </Router>
    </ErrorBoundary>
  );
};

/** What is shown where not even the session could be asked for. */
export const Unreachable = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Screen title="Slipway">
    <ProblemBox error={error} onRetry={onRetry} />
  </Screen>
);

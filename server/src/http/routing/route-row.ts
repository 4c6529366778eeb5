import type { RequiredAccess } from '../../domain/model/permissions.ts';
import type { Access, Route, RouteOf } from './route.ts';

/* Each kind of route has its own row function, so the types reject a wrong access or missing parameters. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Method, address, access, route, and optionally another route on app hosts. */
export type RouteRow<N = never> = readonly [
  method: Method,
  url: string,
  access: Access,
  route: Route<N>,
  onSite?: RouteOf<'site', string, N> | undefined,
];

/** The parameters of an address: `id` and `target` of `/releases/:id/:target`. */
type ParamsOf<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Url extends `${string}:${infer Name}`
    ? Name
    : Url extends `${string}*`
      ? '*'
      : never;

/** Needs a key with this permission for the app. */
export const appRow = <Url extends `/v1/apps/:app${string}`, N>(
  ...row: readonly [Method, Url, RequiredAccess, RouteOf<'app', ParamsOf<Url>, N>]
): RouteRow<N> => row;

/** Needs a key with this permission for any app. */
export const keyedRow = <Url extends `/v1/${string}`, N>(
  ...row: readonly [Method, Url, RequiredAccess, RouteOf<'keyed', ParamsOf<Url>, N>]
): RouteRow<N> => row;

/** For anyone, on an app's own host. */
export const siteRow = <Url extends `/${string}`, N>(
  ...[method, url, route]: readonly [Method, Url, RouteOf<'site', ParamsOf<Url>, N>]
): RouteRow<N> => [method, url, 'site', route];

/** For anyone, on an app's own host, or on the base host with the app in the path. */
export const siteOrBaseRow = <Url extends `/${string}/:publicSlug/${string}`, N>(
  ...[method, url, route]: readonly [Method, Url, RouteOf<'site', ParamsOf<Url>, N>]
): RouteRow<N> => [method, url, 'site-or-base', route];

/** For anyone, on the base host only, not its aliases. */
export const baseRow = <Url extends `/${string}`, N>(
  ...[method, url, route]: readonly [Method, Url, RouteOf<'open', ParamsOf<Url>, N>]
): RouteRow<N> => [method, url, 'base', route];

/** For anyone, on non-app hosts or on every host. */
export const openRow = <Url extends `/${string}`, N>(
  ...row: readonly [Method, Url, 'anyone' | 'every-host', RouteOf<'open', ParamsOf<Url>, N>]
): RouteRow<N> => row;

/** Adds a route for the same address on app hosts. */
export const withSiteRoute = <N, M>(
  [method, url, access, route]: RouteRow<N>,
  onSite: RouteOf<'site', never, M>,
): RouteRow<N & M> => [method, url, access, route, onSite];

export const routePath = (table: readonly RouteRow[], route: Route): string => {
  const row = table.find((candidate) => candidate[3] === route || candidate[4] === route);
  if (row === undefined) throw new Error(`"${route.summary}" has no address`);
  return row[1];
};

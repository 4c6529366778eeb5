import type { RequiredAccess } from '../../domain/model/permissions.ts';
import type { Access, Route, RouteOf } from './route.ts';

/* Rows of the table of addresses. Each kind of route has a row of its own, so that none can be paired with an access
 * that it lacks, or with an address that does not name what its handler reads. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** A method, an address, who may call it, and what happens; and what happens instead on an app's own host. */
export type RouteRow = readonly [
  method: Method,
  url: string,
  access: Access,
  route: Route,
  onSite?: RouteOf<'site'> | undefined,
];

/** The names in an address: `id` and `target` of `/releases/:id/:target`. */
type ParamsOf<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Url extends `${string}:${infer Name}`
    ? Name
    : Url extends `${string}*`
      ? '*'
      : never;

/** For whoever has a key that may do this to the app. */
export const appRow = <Url extends `/v1/apps/:app${string}`>(
  ...row: readonly [Method, Url, RequiredAccess, RouteOf<'app', ParamsOf<Url>>]
): RouteRow => row;

/** For whoever has a key that may do this, whatever the app. */
export const keyedRow = <Url extends `/v1/${string}`>(
  ...row: readonly [Method, Url, RequiredAccess, RouteOf<'keyed', ParamsOf<Url>>]
): RouteRow => row;

/** For anyone, on an app's own host. */
export const siteRow = <Url extends `/${string}`>(
  ...[method, url, route]: readonly [Method, Url, RouteOf<'site', ParamsOf<Url>>]
): RouteRow => [method, url, 'site', route];

/** For anyone, on an app's own host, or on the base host: the path names the app. */
export const siteOrBaseRow = <Url extends `/${string}/:publicSlug/${string}`>(
  ...[method, url, route]: readonly [Method, Url, RouteOf<'site', ParamsOf<Url>>]
): RouteRow => [method, url, 'site-or-base', route];

/** For anyone, at the address of the service and under no other name of its. */
export const baseRow = <Url extends `/${string}`>(
  ...[method, url, route]: readonly [Method, Url, RouteOf<'open', ParamsOf<Url>>]
): RouteRow => [method, url, 'base', route];

/** For anyone, on hosts that are no app's, or on every host. */
export const openRow = <Url extends `/${string}`>(
  ...row: readonly [Method, Url, 'anyone' | 'every-host', RouteOf<'open', ParamsOf<Url>>]
): RouteRow => row;

/** The same address once more, for anyone on an app's own host. */
export const withSiteRoute = (
  [method, url, access, route]: RouteRow,
  onSite: RouteOf<'site', never>,
): RouteRow => [method, url, access, route, onSite];

/** The address of a route. */
export const routePath = (table: readonly RouteRow[], route: Route): string => {
  const row = table.find((candidate) => candidate[3] === route || candidate[4] === route);
  if (row === undefined) throw new Error(`"${route.summary}" has no address`);
  return row[1];
};

import { reservedChannels } from '../../domain/model/channel.ts';
import { addressNotFound, HttpRefusal } from '../response/problems.ts';
import { type Access, isPublic } from './route.ts';
import type { RouteRow } from './route-row.ts';

/* The allowed methods of an address by host, for 405 responses. */

export type HostKind = 'site' | 'base' | 'alias' | 'elsewhere';

const isServedAt = (access: Access, where: HostKind): boolean => {
  if (access === 'every-host') return true;
  if (where === 'site') return isPublic(access);
  if (access === 'base') return where === 'base' || where === 'alias';
  return !isPublic(access) || (access === 'site-or-base' && where === 'base');
};

/** As in the router, a name may be empty. Channels can't have reserved names. */
const patternOf = (name: string): string =>
  name === 'channel' ? `(?!(?:${reservedChannels.join('|')})/)[^/]*` : '[^/]*';

const shapeOf = (url: string): RegExp =>
  new RegExp(`^${url.replace('*', '.*').replaceAll(/:(\w+)/g, (_, name: string) => patternOf(name))}$`);

/** The number of parameters in an address; 0 for wildcards, which combine with any other. */
const wildcardCount = (url: string): number => (url.endsWith('*') ? 0 : (url.match(/:/g)?.length ?? 0));

/** No name contains NUL, and databases can't search for it. */
export const containsNul = (path: string): boolean => path.includes('%00');

export const createAllowedMethods = (table: readonly RouteRow[]) => {
  const rows = table.flatMap(([method, url, access, , onSite]) => {
    const accesses: Access[] = onSite === undefined ? [access] : [access, 'site'];
    return accesses.map((one) => ({
      method,
      access: one,
      shape: shapeOf(url),
      openness: wildcardCount(url),
    }));
  });

  const methodsOf = (path: string, where: HostKind): string[] => {
    const matching = rows.filter(({ access, shape }) => isServedAt(access, where) && shape.test(path));
    // `/releases/review` isn't a release with the ID "review".
    const least = Math.min(...matching.map(({ openness }) => openness).filter((openness) => openness > 0));
    const taken = matching.filter(({ openness }) => openness === 0 || openness === least);
    const methods = new Set<string>(taken.map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    // An address with only a CORS preflight doesn't exist otherwise.
    return methods.size === 1 && methods.has('OPTIONS') ? [] : [...methods].sort();
  };

  /** 405 with `Allow` if another method exists at the address, otherwise 404. */
  const refusalAt = (method: string, url: string, where: HostKind): HttpRefusal => {
    const allowed = methodsOf(url.split('?', 1)[0] ?? '', where);
    if (allowed.length === 0 || allowed.includes(method)) return addressNotFound();
    const allow = allowed.join(', ');
    return new HttpRefusal('method-not-allowed', `Allowed methods: ${allow}.`, { allow });
  };

  return { refusalAt };
};
export type AllowedMethods = ReturnType<typeof createAllowedMethods>;

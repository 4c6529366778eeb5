import { reservedChannels } from '../../domain/model/channel.ts';
import { addressNotFound, HttpRefusal } from '../response/problems.ts';
import { type Access, isPublic } from './route.ts';
import type { RouteRow } from './row.ts';

/* Which methods an address takes, on which hosts: what is said to whoever asks with another one. */

/** Whose host was asked: an app's, the base host, another name for it, or none of these. */
export type HostKind = 'site' | 'base' | 'alias' | 'elsewhere';

const isServedAt = (access: Access, where: HostKind): boolean => {
  if (access === 'every-host') return true;
  if (where === 'site') return isPublic(access);
  if (access === 'base') return where === 'base' || where === 'alias';
  return !isPublic(access) || (access === 'site-or-base' && where === 'base');
};

/** As the router reads a name: it may be empty. A channel is never called as the addresses beside it begin. */
const patternOf = (name: string): string =>
  name === 'channel' ? `(?!(?:${reservedChannels.join('|')})/)[^/]*` : '[^/]*';

const shapeOf = (url: string): RegExp =>
  new RegExp(`^${url.replace('*', '.*').replaceAll(/:(\w+)/g, (_, name: string) => patternOf(name))}$`);

/** How many names an address leaves open; one that ends in anything goes beside every other. */
const wildcardCount = (url: string): number => (url.endsWith('*') ? 0 : (url.match(/:/g)?.length ?? 0));

/** Nothing has a NUL in its name, and no database could look for one. */
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
    // `/releases/review` is no release whose ID is "review".
    const least = Math.min(...matching.map(({ openness }) => openness).filter((openness) => openness > 0));
    const taken = matching.filter(({ openness }) => openness === 0 || openness === least);
    const methods = new Set<string>(taken.map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    // What only a browser's preflight may ask is nothing that could be had.
    return methods.size === 1 && methods.has('OPTIONS') ? [] : [...methods].sort();
  };

  /** What is said where no route answers: 405 with `Allow` where one of another method would, else 404. */
  const refusalAt = (method: string, url: string, where: HostKind): HttpRefusal => {
    const allowed = methodsOf(url.split('?', 1)[0] ?? '', where);
    if (allowed.length === 0 || allowed.includes(method)) return addressNotFound();
    const allow = allowed.join(', ');
    return new HttpRefusal('method-not-allowed', `This address takes ${allow}.`, { allow });
  };

  return { refusalAt };
};
export type AllowedMethods = ReturnType<typeof createAllowedMethods>;

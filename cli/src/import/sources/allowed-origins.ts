import { isLocalhost } from '../../net/dial.ts';

/* How far a feed leads. It was written elsewhere: what it names must not make this machine ask whatever it likes. */

/** Why an address is not asked, or undefined where it is. */
export type OriginPolicy = (url: URL) => BlockedUrl | undefined;

export interface BlockedUrl {
  reason: string;
  /** Whether `--from-anywhere` would reach it. */
  isElsewhere: boolean;
}

const isLoopback = (host: string): boolean =>
  isLocalhost(host) || /^127(?:\.\d{1,3}){3}$/.test(host) || host === '[::1]';

/** What no flag reaches. */
export const blockedAlways = (reason: string): BlockedUrl => ({ reason, isElsewhere: false });

const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** An address as messages show it: what follows the path may be a secret. */
export const displayUrl = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

/** What may be asked on behalf of `home`: its own origin, or any over https; this machine only where home is on it. */
export const createOriginPolicy =
  (home: URL, fromAnywhere: boolean): OriginPolicy =>
  (url) => {
    if (url.username !== '' || url.password !== '') return blockedAlways('the address holds a password');
    if (!isSecure(url)) return blockedAlways(`${displayUrl(url)} is neither https nor on this machine`);
    if (url.origin === home.origin) return undefined;
    if (isLoopback(url.hostname) && !isLoopback(home.hostname))
      return blockedAlways(`${displayUrl(url)} is on this machine, and ${home.origin} is not`);
    return fromAnywhere ? undefined : { reason: `it lies at ${url.origin}`, isElsewhere: true };
  };

/** What to do about files that are not fetched. */
export const blockedUrlRemedy = (unreached: BlockedUrl[]): string => {
  const canReach = unreached.every(({ isElsewhere }) => isElsewhere);
  const flag = canReach ? 'Pass --from-anywhere to fetch from other hosts, too, or' : 'Pass';
  return `${flag} --allow file-elsewhere to leave such files out.`;
};

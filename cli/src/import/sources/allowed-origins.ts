import { isLocalhost } from '../../net/dial.ts';

/* SSRF protection: a feed is untrusted and must not make this machine send arbitrary requests. */

/** Undefined if the URL is allowed. */
export type OriginPolicy = (url: URL) => BlockedUrl | undefined;

export interface BlockedUrl {
  reason: string;
  /** Whether `--from-anywhere` would allow it. */
  isOtherOrigin: boolean;
}

const isLoopback = (host: string): boolean =>
  isLocalhost(host) || /^127(?:\.\d{1,3}){3}$/.test(host) || host === '[::1]';

/** Blocked even with `--from-anywhere`. */
export const blockedAlways = (reason: string): BlockedUrl => ({ reason, isOtherOrigin: false });

const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** Omits the query, which may contain a secret. */
export const displayUrl = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

/** Allows the origin of `home`, or any https origin with `fromAnywhere`; loopback only if `home` is loopback. */
export const createOriginPolicy =
  (home: URL, fromAnywhere: boolean): OriginPolicy =>
  (url) => {
    if (url.username !== '' || url.password !== '') return blockedAlways('the URL contains a password');
    if (!isSecure(url)) return blockedAlways(`${displayUrl(url)} is neither https nor on this machine`);
    if (url.origin === home.origin) return undefined;
    if (isLoopback(url.hostname) && !isLoopback(home.hostname))
      return blockedAlways(`${displayUrl(url)} is on this machine, but ${home.origin} is not`);
    return fromAnywhere ? undefined : { reason: `it is at ${url.origin}`, isOtherOrigin: true };
  };

export const blockedUrlRemedy = (unreached: BlockedUrl[]): string => {
  const canReach = unreached.every(({ isOtherOrigin }) => isOtherOrigin);
  const flag = canReach ? 'Pass --from-anywhere to also fetch from other hosts, or' : 'Pass';
  return `${flag} --allow file-elsewhere to skip such files.`;
};

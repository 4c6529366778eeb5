import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';

/* Where a request comes from, as far as the proxies tell that are trusted. */

const withoutPrefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

type RequestOrigin = Pick<PlainRequest, 'socket' | 'headers'>;

/** The nearest address that is no trusted proxy's, and what that one tells of others behind it. */
const nearestUntrusted = (
  { socket, headers }: RequestOrigin,
  trusts: IsTrustedProxy | undefined,
): { address: string; told: string[] } => {
  const forwarded = headers['x-forwarded-for'];
  const told = forwarded === undefined ? [] : String(forwarded).split(',');
  let address = socket.remoteAddress ?? '';
  while (trusts?.(address) === true) {
    const before = told.at(-1)?.trim() ?? '';
    if (isIP(before) === 0) break;
    address = before;
    told.pop();
  }
  return { address, told: told.filter((one) => one.trim() !== '') };
};

/** The nearest address that is no trusted proxy's. */
export const clientIpOf = (request: RequestOrigin, trusts: IsTrustedProxy | undefined): string =>
  trusts === undefined ? (request.socket.remoteAddress ?? '') : nearestUntrusted(request, trusts).address;

/*
 * Addresses that say nothing of who asks: this machine, a private network, a provider's shared ones. Checks of clients
 * without an id all come by here: IPv4, as Node writes it, is told by its first numbers, in a tenth of a BlockList's time.
 */
const sharedIpv4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const sharedIpv6 = new BlockList();
sharedIpv6.addAddress('::1', 'ipv6');
sharedIpv6.addAddress('::', 'ipv6');
sharedIpv6.addSubnet('fc00::', 7, 'ipv6');
sharedIpv6.addSubnet('fe80::', 10, 'ipv6');

/** The first half of an IPv6 address: what a provider gives one connection. */
const prefixOf = (address: string): string => {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0');
  const all = [...groups, ...gap, ...rest].slice(0, 4);
  return `${all.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
};

/**
 * Whether someone who is not trusted says that it passes the request on: the address is then not the client's. `Via` and
 * `Forwarded` may be a trusted proxy's own, and are not asked behind one.
 */
const isForwarded = ({ headers }: RequestOrigin, told: readonly string[], isTrusted: boolean): boolean =>
  told.length > 0 ||
  (!isTrusted &&
    (headers['x-forwarded-for'] !== undefined ||
      headers.forwarded !== undefined ||
      headers.via !== undefined));

/**
 * The network that a request comes from, however little it tells, and the wider one around it: an IPv4 address in its /24,
 * the first half of an IPv6 one in its /48. What someone who is not trusted says of others behind him changes neither.
 */
export const networkPrefixesOf = (
  request: RequestOrigin,
  trusts: IsTrustedProxy | undefined,
): { network: string; neighbourhood: string } => {
  const address = withoutPrefix(clientIpOf(request, trusts));
  if (!isIPv6(address)) return { network: address, neighbourhood: address.replace(/\.\d+$/, '.0/24') };
  const network = prefixOf(address);
  return { network, neighbourhood: `${network.split(':', 3).join(':')}::/48` };
};

/** All addresses of the old protocol, written as ones of the new. */
const mappedPrefix = '0:0:0:0::/64';

/**
 * Whether a request came through something that may answer others itself, or that nobody here trusts to tell clients
 * apart.
 */
export const isProxied = (request: RequestOrigin, trusts: IsTrustedProxy | undefined): boolean => {
  if (request.headers.via !== undefined) return true;
  const isTrusted = trusts?.(request.socket.remoteAddress ?? '') === true;
  return isForwarded(request, isTrusted ? nearestUntrusted(request, trusts).told : [], isTrusted);
};

/** The network of an address, where it tells one client from another. */
export const networkOfAddress = (written: string): string | undefined => {
  const address = withoutPrefix(written);
  if (isIPv4(address)) return sharedIpv4.test(address) ? undefined : address;
  if (!isIPv6(address) || sharedIpv6.check(address, 'ipv6')) return undefined;
  const network = prefixOf(address);
  return network === mappedPrefix ? undefined : network;
};

/**
 * The network that a request comes from, where it tells one client from another: an IPv4 address, the first half of an
 * IPv6 one. None behind a proxy that nobody trusts: its one address would be the whole fleet's.
 */
export const clientNetworkOf = (
  request: RequestOrigin,
  trusts: IsTrustedProxy | undefined,
): string | undefined => {
  const isTrusted = trusts?.(request.socket.remoteAddress ?? '') === true;
  const sender = nearestUntrusted(request, trusts);
  if (isForwarded(request, sender.told, isTrusted)) return undefined;
  if (isTrusted && trusts?.(withoutPrefix(sender.address)) === true) return undefined;
  return networkOfAddress(sender.address);
};

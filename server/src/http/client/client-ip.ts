import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';

/* Client addresses, as far as trusted proxies report them. */

const withoutPrefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

type RequestOrigin = Pick<PlainRequest, 'socket' | 'headers'>;

/** The nearest address that isn't a trusted proxy, and the addresses it claims to forward for. */
const nearestUntrusted = (
  { socket, headers }: RequestOrigin,
  isTrustedProxy: IsTrustedProxy | undefined,
): { address: string; forwardedFor: string[] } => {
  const forwarded = headers['x-forwarded-for'];
  const forwardedFor = forwarded === undefined ? [] : String(forwarded).split(',');
  let address = socket.remoteAddress ?? '';
  while (isTrustedProxy?.(address) === true) {
    const before = forwardedFor.at(-1)?.trim() ?? '';
    if (isIP(before) === 0) break;
    address = before;
    forwardedFor.pop();
  }
  return { address, forwardedFor: forwardedFor.filter((one) => one.trim() !== '') };
};

export const clientIpOf = (request: RequestOrigin, isTrustedProxy: IsTrustedProxy | undefined): string =>
  isTrustedProxy === undefined
    ? (request.socket.remoteAddress ?? '')
    : nearestUntrusted(request, isTrustedProxy).address;

/*
 * Addresses shared by many clients: loopback, private networks, carrier-grade NAT. Each check without a client ID is
 * tested, so IPv4 uses a pattern, which takes a tenth of a BlockList's time.
 */
const sharedIpv4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const sharedIpv6 = new BlockList();
sharedIpv6.addAddress('::1', 'ipv6');
sharedIpv6.addAddress('::', 'ipv6');
sharedIpv6.addSubnet('fc00::', 7, 'ipv6');
sharedIpv6.addSubnet('fe80::', 10, 'ipv6');

/** The /64 of an IPv6 address, which providers assign to one connection. */
const prefixOf = (address: string): string => {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0');
  const all = [...groups, ...gap, ...rest].slice(0, 4);
  return `${all.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
};

/**
 * Whether an untrusted proxy forwards the request, so that the address isn't the client's. `Via` and `Forwarded` may
 * come from a trusted proxy and are ignored behind one.
 */
const isForwarded = (
  { headers }: RequestOrigin,
  forwardedFor: readonly string[],
  isTrusted: boolean,
): boolean =>
  forwardedFor.length > 0 ||
  (!isTrusted &&
    (headers['x-forwarded-for'] !== undefined ||
      headers.forwarded !== undefined ||
      headers.via !== undefined));

/**
 * The network of a request and its wider prefix: an IPv4 address and its /24, an IPv6 /64 and its /48. Forwarded
 * addresses from untrusted proxies are ignored.
 */
export const networkPrefixesOf = (
  request: RequestOrigin,
  isTrustedProxy: IsTrustedProxy | undefined,
): { network: string; networkPrefix: string } => {
  const address = withoutPrefix(clientIpOf(request, isTrustedProxy));
  if (!isIPv6(address)) return { network: address, networkPrefix: address.replace(/\.\d+$/, '.0/24') };
  const network = prefixOf(address);
  return { network, networkPrefix: `${network.split(':', 3).join(':')}::/48` };
};

/** IPv4 addresses mapped to IPv6. */
const mappedPrefix = '0:0:0:0::/64';

/** Whether a proxy may answer from its cache or hide which client sent the request. */
export const isProxied = (request: RequestOrigin, isTrustedProxy: IsTrustedProxy | undefined): boolean => {
  if (request.headers.via !== undefined) return true;
  const isTrusted = isTrustedProxy?.(request.socket.remoteAddress ?? '') === true;
  return isForwarded(
    request,
    isTrusted ? nearestUntrusted(request, isTrustedProxy).forwardedFor : [],
    isTrusted,
  );
};

/** Undefined for addresses that many clients share. */
export const networkOfAddress = (written: string): string | undefined => {
  const address = withoutPrefix(written);
  if (isIPv4(address)) return sharedIpv4.test(address) ? undefined : address;
  if (!isIPv6(address) || sharedIpv6.check(address, 'ipv6')) return undefined;
  const network = prefixOf(address);
  return network === mappedPrefix ? undefined : network;
};

/**
 * The network of a client: an IPv4 address or an IPv6 /64. Undefined behind an untrusted proxy, whose single address
 * would stand for the whole fleet.
 */
export const clientNetworkOf = (
  request: RequestOrigin,
  isTrustedProxy: IsTrustedProxy | undefined,
): string | undefined => {
  const isTrusted = isTrustedProxy?.(request.socket.remoteAddress ?? '') === true;
  const sender = nearestUntrusted(request, isTrustedProxy);
  if (isForwarded(request, sender.forwardedFor, isTrusted)) return undefined;
  if (isTrusted && isTrustedProxy?.(withoutPrefix(sender.address)) === true) return undefined;
  return networkOfAddress(sender.address);
};

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { Trusts } from '../public/sites.ts';

/* Where a request comes from, as far as the proxies tell that are trusted. */

const withoutPrefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

type Sent = Pick<IncomingMessage, 'socket' | 'headers'>;

/** The nearest address that is no trusted proxy's, and what that one tells of others behind it. */
const senderOf = (
  { socket, headers }: Sent,
  trusts: Trusts | undefined,
): { address: string; told: string[] } => {
  const told = String(headers['x-forwarded-for'] ?? '').split(',');
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
export const clientAddressOf = (request: Sent, trusts: Trusts | undefined): string =>
  trusts === undefined ? (request.socket.remoteAddress ?? '') : senderOf(request, trusts).address;

/** Addresses that say nothing of who asks: this machine, a private network, a provider's shared ones. */
const shared = new BlockList();
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['0.0.0.0', 8],
] as const)
  shared.addSubnet(address, bits, 'ipv4');
shared.addAddress('::1', 'ipv6');
shared.addAddress('::', 'ipv6');
shared.addSubnet('fc00::', 7, 'ipv6');
shared.addSubnet('fe80::', 10, 'ipv6');

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
const isPassedOn = ({ headers }: Sent, told: readonly string[], isTrusted: boolean): boolean =>
  told.length > 0 ||
  (!isTrusted &&
    (headers['x-forwarded-for'] !== undefined ||
      headers.forwarded !== undefined ||
      headers.via !== undefined));

/** All addresses of the old protocol, written as ones of the new. */
const mappedPrefix = '0:0:0:0::/64';

/**
 * Whether a request came through something that may answer others itself, or that nobody here trusts to tell clients
 * apart.
 */
export const isProxied = (request: Sent, trusts: Trusts | undefined): boolean => {
  if (request.headers.via !== undefined) return true;
  const isTrusted = trusts?.(request.socket.remoteAddress ?? '') === true;
  return isPassedOn(request, isTrusted ? senderOf(request, trusts).told : [], isTrusted);
};

/**
 * The network that a request comes from, where it tells one client from another: an IPv4 address, the first half of an
 * IPv6 one. None behind a proxy that nobody trusts: its one address would be the whole fleet's.
 */
export const networkOf = (request: Sent, trusts: Trusts | undefined): string | undefined => {
  const isTrusted = trusts?.(request.socket.remoteAddress ?? '') === true;
  const sender = senderOf(request, trusts);
  if (isPassedOn(request, sender.told, isTrusted)) return undefined;
  const address = withoutPrefix(sender.address);
  if (isTrusted && trusts?.(address) === true) return undefined;
  const isShort = isIPv4(address);
  if (isIP(address) === 0 || shared.check(address, isShort ? 'ipv4' : 'ipv6')) return undefined;
  const network = isShort ? address : prefixOf(address);
  return network === mappedPrefix ? undefined : network;
};

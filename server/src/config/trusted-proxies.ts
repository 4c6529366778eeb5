import { BlockList, isIPv6 } from 'node:net';
import type { Config } from './config.ts';

const maxCached = 256;

/** Creates a check for trusted proxy addresses; undefined without any. */
export const createTrustedProxyCheck = ({
  trustedProxies,
}: Pick<Config, 'trustedProxies'>): ((address: string) => boolean) | undefined => {
  if (trustedProxies.length === 0) return undefined;
  const list = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const lookUp = (address: string): boolean => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return plain !== '' && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
  // Few proxies send all requests, and a lookup costs a tenth of a check.
  const cached = new Map<string, boolean>();
  return (address: string): boolean => {
    const existing = cached.get(address);
    if (existing !== undefined) return existing;
    const isTrusted = lookUp(address);
    if (cached.size === maxCached) cached.clear();
    cached.set(address, isTrusted);
    return isTrusted;
  };
};

import { BlockList, isIPv6 } from 'node:net';
import type { Config } from './config.ts';

const mostKnown = 256;

/** Tells whether an address is one of the trusted proxies'; undefined where there are none. */
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
  const look = (address: string): boolean => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return plain !== '' && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
  // A few proxies send everything, and looking one up costs a tenth of a check.
  const known = new Map<string, boolean>();
  return (address: string): boolean => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const isTrusted = look(address);
    if (known.size === mostKnown) known.clear();
    known.set(address, isTrusted);
    return isTrusted;
  };
};

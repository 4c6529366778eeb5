import { BlockList, isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/** Tells whether an address is one of the trusted proxies'; undefined where there are none. */
export const trustsOf = ({
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
  return (address: string): boolean => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return plain !== '' && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
};

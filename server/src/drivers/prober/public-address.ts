import { BlockList, isIPv6 } from 'node:net';

/*
 * Special addresses: this machine, private networks, link-local addresses and cloud metadata endpoints. The lists are
 * IANA's special-purpose registries (RFC 6890), plus IPv4 embedded in IPv6: mapped, translated (NAT64), 6to4 and
 * Teredo.
 */

const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** Only 2000::/3 is globally allocated; these are the special ranges within it. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blockListOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const blocked = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    blocked.addSubnet(address, Number(bits), family);
  }
  return blocked;
};

const blocked4 = blockListOf(special4, 'ipv4');
const blocked6 = blockListOf(special6, 'ipv6');
const given6 = blockListOf(['2000::/3'], 'ipv6');

/** Whether an address is globally unique and routable. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? given6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
    : !blocked4.check(address, 'ipv4');

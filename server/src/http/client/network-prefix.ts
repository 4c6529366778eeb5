import { createHash } from 'node:crypto';
import { bounds } from '../../domain/model/bounds.ts';
import { hash32 } from '../../domain/model/hash32.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';
import { clientIpOf, networkPrefixesOf } from './client-ip.ts';

/** The number of the network (IPv4 /24, IPv6 /48) that a request comes from, another one for each release. */
export type HashNetworkPrefix = (
  request: Pick<PlainRequest, 'socket' | 'headers'>,
  releaseId: string,
) => number;

const maxCachedSalts = 1000;

/** The network in words. Most addresses are IPv4, and each check of a new version comes by here: no pattern is tried on those. */
const prefixOf = (request: Parameters<HashNetworkPrefix>[0], trusts: IsTrustedProxy | undefined): string => {
  const address = clientIpOf(request, trusts);
  const isPlain = !address.includes(':') && address.includes('.');
  return isPlain
    ? `${address.slice(0, address.lastIndexOf('.'))}.0/24`
    : networkPrefixesOf(request, trusts).neighbourhood;
};

/**
 * Salted, and few enough numbers that several networks share each. All nodes have the same secret, so that they
 * count a network together.
 */
export const createNetworkPrefixHash = (
  secret: string,
  trusts: IsTrustedProxy | undefined,
): HashNetworkPrefix => {
  const salt = createHash('sha256').update(secret).digest().readUInt32BE();
  /** Of the releases that were asked for last. */
  const salts = new Map<string, number>();
  const saltOf = (releaseId: string): number => {
    const known = salts.get(releaseId);
    if (known !== undefined) return known;
    if (salts.size >= maxCachedSalts) salts.clear();
    const own = hash32(salt, releaseId);
    salts.set(releaseId, own);
    return own;
  };
  return (request, releaseId) => hash32(saltOf(releaseId), prefixOf(request, trusts)) % bounds.networkNumbers;
};

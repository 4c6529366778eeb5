import { createHash } from 'node:crypto';
import { bounds } from '../../domain/model/bounds.ts';
import { hash32 } from '../../domain/model/hash32.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { IsTrustedProxy } from '../hosts/sites.ts';
import { clientIpOf, networkPrefixesOf } from './client-ip.ts';

/** Hashes the request's network (IPv4 /24, IPv6 /48), differently for each release. */
export type HashNetworkPrefix = (
  request: Pick<PlainRequest, 'socket' | 'headers'>,
  releaseId: string,
) => number;

const maxCachedSalts = 1000;

/** Skips parsing for IPv4, because most addresses are IPv4 and each check of a new version calls this. */
const prefixOf = (
  request: Parameters<HashNetworkPrefix>[0],
  isTrustedProxy: IsTrustedProxy | undefined,
): string => {
  const address = clientIpOf(request, isTrustedProxy);
  const isPlain = !address.includes(':') && address.includes('.');
  return isPlain
    ? `${address.slice(0, address.lastIndexOf('.'))}.0/24`
    : networkPrefixesOf(request, isTrustedProxy).networkPrefix;
};

/**
 * Salted, with few enough values that networks share them. All nodes use the same secret, so that they count a network
 * once.
 */
export const createNetworkPrefixHash = (
  secret: string,
  isTrustedProxy: IsTrustedProxy | undefined,
): HashNetworkPrefix => {
  const salt = createHash('sha256').update(secret).digest().readUInt32BE();
  /** Salts of recent releases. */
  const salts = new Map<string, number>();
  const saltOf = (releaseId: string): number => {
    const cached = salts.get(releaseId);
    if (cached !== undefined) return cached;
    if (salts.size >= maxCachedSalts) salts.clear();
    const own = hash32(salt, releaseId);
    salts.set(releaseId, own);
    return own;
  };
  return (request, releaseId) =>
    hash32(saltOf(releaseId), prefixOf(request, isTrustedProxy)) % bounds.networkNumbers;
};

import { createHash } from 'node:crypto';
import { bounds } from '../../domain/model/bounds.ts';
import { hash32 } from '../../domain/model/hash32.ts';
import type { Asked } from '../../node/plain-request.ts';
import type { Trusts } from '../hosts/sites.ts';
import { clientAddressOf, subnetsOf } from './client-ip.ts';

/** The number of the network (IPv4 /24, IPv6 /48) that a request comes from, another one for each release. */
export type NetworkNumber = (request: Pick<Asked, 'socket' | 'headers'>, releaseId: string) => number;

const rememberedSalts = 1000;

/** The network in words. Most addresses are IPv4, and each check of a new version comes by here: no pattern is tried on those. */
const prefixOf = (request: Parameters<NetworkNumber>[0], trusts: Trusts | undefined): string => {
  const address = clientAddressOf(request, trusts);
  const isPlain = !address.includes(':') && address.includes('.');
  return isPlain
    ? `${address.slice(0, address.lastIndexOf('.'))}.0/24`
    : subnetsOf(request, trusts).neighbourhood;
};

/**
 * Salted, and few enough numbers that several networks share each. All nodes have the same secret, so that they
 * count a network together.
 */
export const createNetworkNumbers = (secret: string, trusts: Trusts | undefined): NetworkNumber => {
  const salt = createHash('sha256').update(secret).digest().readUInt32BE();
  /** Of the releases that were asked for last. */
  const salts = new Map<string, number>();
  const saltOf = (releaseId: string): number => {
    const known = salts.get(releaseId);
    if (known !== undefined) return known;
    if (salts.size >= rememberedSalts) salts.clear();
    const own = hash32(salt, releaseId);
    salts.set(releaseId, own);
    return own;
  };
  return (request, releaseId) => hash32(saltOf(releaseId), prefixOf(request, trusts)) % bounds.networkNumbers;
};

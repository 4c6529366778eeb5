import { createHash } from 'node:crypto';
import { hash32 } from '../../domain/hash32.ts';
import { bounds } from '../../domain/nouns/bounds.ts';
import type { Asked } from '../../node/plain-request.ts';
import type { Trusts } from '../public/sites.ts';
import { subnetsOf } from './peer.ts';

/** The number of the network (IPv4 /24, IPv6 /48) that a request comes from, another one for each release. */
export type NetworkNumber = (request: Pick<Asked, 'socket' | 'headers'>, releaseId: string) => number;

/**
 * Salted, and few enough numbers that several networks share each. All nodes have the same secret, so that they
 * count a network together.
 */
export const createNetworkNumbers = (secret: string, trusts: Trusts | undefined): NetworkNumber => {
  const salt = createHash('sha256').update(secret).digest().readUInt32BE();
  return (request, releaseId) =>
    hash32(salt, `${releaseId} ${subnetsOf(request, trusts).neighbourhood}`) % bounds.networkNumbers;
};

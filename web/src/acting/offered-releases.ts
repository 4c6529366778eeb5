import type { Offer } from '@slipway/api';

/* The releases that are offered at present. Pure. */

export interface OfferedRelease {
  id: string;
  version: string;
  channel: string;
  /** How many targets are offered it. */
  targets: number;
  publishedAt: string;
}

/** Each release once, the last published first. */
export const offeredReleases = (offers: readonly Offer[]): OfferedRelease[] => {
  const found = new Map<string, OfferedRelease>();
  for (const { releaseId: id, version, channel, publishedAt } of offers) {
    const known = found.get(id);
    if (known !== undefined) known.targets += 1;
    else found.set(id, { id, version, channel, targets: 1, publishedAt });
  }
  return [...found.values()].sort((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1));
};

import type { Offer } from '@slipway/api';

/* The releases that are offered at present, to everyone or to those whom a rollout lets in. Pure. */

export interface OfferedRelease {
  id: string;
  version: string;
  channel: string;
  /** How many targets are offered it. */
  targets: number;
  publishedAt: string;
}

/** Each release once, the last published first. What is rolling out counts: it is what one withdraws at night. */
export const offeredReleases = (offers: readonly Offer[]): OfferedRelease[] => {
  const found = new Map<string, OfferedRelease>();
  const rolling = offers.flatMap(({ channel, rollout }) =>
    rollout === undefined ? [] : [{ channel, ...rollout }],
  );
  for (const { releaseId: id, version, channel, publishedAt } of [...rolling, ...offers]) {
    const known = found.get(id);
    if (known !== undefined) known.targets += 1;
    else found.set(id, { id, version, channel, targets: 1, publishedAt });
  }
  return [...found.values()].sort((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1));
};

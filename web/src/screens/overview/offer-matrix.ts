import type { Offer } from '@slipway/api';

/* Offers as a matrix of targets and channels. Pure. */

export interface MatrixRow {
  target: string;
  /** By channel. */
  offers: Record<string, Offer | undefined>;
}

/** One row per target, sorted by name. */
export const buildOfferMatrix = (offers: readonly Offer[]): MatrixRow[] => {
  const targets = [...new Set(offers.map(({ target }) => target))].sort();
  return targets.map((target) => ({
    target,
    offers: Object.fromEntries(
      offers.filter((offer) => offer.target === target).map((offer) => [offer.channel, offer]),
    ),
  }));
};

export interface ChannelSummary {
  channel: string;
  /** The newest version, or undefined if the channel offers nothing. */
  version: string | undefined;
  releaseId: string | undefined;
  /** How many targets are offered it. */
  targets: number;
  behind: { target: string; version: string }[];
  rollout: Offer['rollout'];
}

/** Summarizes a channel: its newest version and the targets that lag behind. */
export const summarizeChannel = (channel: string, offers: readonly Offer[]): ChannelSummary => {
  const own = offers.filter((offer) => offer.channel === channel);
  const newest = own.filter(({ newest: isNewest }) => isNewest);
  return {
    channel,
    version: newest[0]?.version,
    releaseId: newest[0]?.releaseId,
    targets: newest.length,
    behind: own
      .filter(({ newest: isNewest }) => !isNewest)
      .map(({ target, version }) => ({ target, version })),
    rollout: own.find(({ rollout }) => rollout !== undefined)?.rollout,
  };
};

/** Channel names: `stable` first, then by creation date. */
export const orderChannelNames = (channels: readonly { name: string; createdAt: string }[]): string[] => {
  const isStable = ({ name }: { name: string }): number => (name === 'stable' ? 0 : 1);
  return [...channels]
    .sort((one, other) => isStable(one) - isStable(other) || (one.createdAt < other.createdAt ? -1 : 1))
    .map(({ name }) => name);
};

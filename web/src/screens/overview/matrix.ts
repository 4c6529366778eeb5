import type { Offer } from '@slipway/api';

/* What each target of each channel is offered, as rows and columns. Pure. */

export interface MatrixRow {
  target: string;
  /** By channel. */
  offers: Record<string, Offer | undefined>;
}

/** A row for each target, in the order of the alphabet. */
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
  /** The newest version, or undefined where the channel offers nothing. */
  version: string | undefined;
  releaseId: string | undefined;
  /** How many targets are offered it. */
  targets: number;
  behind: { target: string; version: string }[];
  /** What part of the clients is offered already. */
  rollout: Offer['rollout'];
}

/** What a channel offers in a line: the newest version, and the targets that lag. */
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

/** Names of channels as people think of them: `stable` first, then as they were made. */
export const orderChannelNames = (channels: readonly { name: string; createdAt: string }[]): string[] => {
  const isStable = ({ name }: { name: string }): number => (name === 'stable' ? 0 : 1);
  return [...channels]
    .sort((one, other) => isStable(one) - isStable(other) || (one.createdAt < other.createdAt ? -1 : 1))
    .map(({ name }) => name);
};

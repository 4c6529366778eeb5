import type { Channel, Offer } from '@slipway/api';

export const newestVersion = (channel: string, offers: readonly Offer[]): string | undefined =>
  offers.find((offer) => offer.channel === channel && offer.newest)?.version;

/** Sorts active channels first, then `stable`, then by name. */
export const sortChannels = (channels: readonly Channel[]): Channel[] => {
  const rank = ({ name, active }: Channel): number => (active ? 0 : 2) + (name === 'stable' ? 0 : 1);
  return [...channels].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
};

import type { Fleet, Offer } from '@slipway/api';

/* The default client of the form. Pure. */

/** The most common target and version of a channel, or else the first target with an offer. */
export const mostCommonClient = (
  channel: string,
  fleet: Fleet | undefined,
  offers: readonly Offer[],
): { target: string; version: string } | undefined => {
  const sums = new Map<string, { target: string; version: string; checks: number }>();
  for (const { target, version, checks } of fleet?.rows ?? []) {
    const key = `${target} ${version}`;
    sums.set(key, { target, version, checks: (sums.get(key)?.checks ?? 0) + checks });
  }
  const [most] = [...sums.values()].sort((one, other) => other.checks - one.checks);
  if (most !== undefined) return { target: most.target, version: most.version };
  const offer = offers.find((one) => one.channel === channel) ?? offers[0];
  return offer === undefined ? undefined : { target: offer.target, version: '0.0.0' };
};

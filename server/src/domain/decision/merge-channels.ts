import { compareVersions } from '@slipway/core/version.ts';
import type { Plan } from '../model/offer.ts';
import { newestCriticalFirst } from '../model/published-version.ts';

/**
 * Combines a channel's plan with that of the channel that it also offers. Clients may switch between versions of both,
 * so milestones, critical releases and rescues of both count.
 */
export const mergeChannelPlans = (requestedChannel: string, own: Plan, other: Plan): Plan => {
  const both = {
    requestedChannel,
    milestones: [...own.milestones, ...other.milestones].sort((a, b) =>
      compareVersions(a.version, b.version),
    ),
    rescued: new Set([...own.rescued, ...other.rescued]),
    critical: newestCriticalFirst([...own.critical, ...other.critical]),
    dependsOnClient: own.dependsOnClient || other.dependsOnClient,
  };
  return { ...own, ...both, also: { ...other, ...both } };
};

/** Whether a plan offers anything at all. */
export const hasOffers = ({ offers, also }: Plan): boolean =>
  offers.length > 0 || (also !== undefined && also.offers.length > 0);

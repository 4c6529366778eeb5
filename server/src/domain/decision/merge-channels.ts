import type { Plan } from '../model/offer.ts';
import { newestCriticalFirst } from '../model/published-version.ts';
import { compareVersions } from '../model/version.ts';

/**
 * A channel's plan with that of the channel that it also offers. Its clients may have versions of both, and go from one
 * to the other: what no client may skip, what must not be put off and whom to rescue counts wherever it was published.
 */
export const mergeChannelPlans = (asked: string, own: Plan, other: Plan): Plan => {
  const both = {
    asked,
    milestones: [...own.milestones, ...other.milestones].sort((a, b) =>
      compareVersions(a.version, b.version),
    ),
    rescued: new Set([...own.rescued, ...other.rescued]),
    critical: newestCriticalFirst([...own.critical, ...other.critical]),
    dependsOnClient: own.dependsOnClient || other.dependsOnClient,
  };
  return { ...own, ...both, also: { ...other, ...both } };
};

/** Whether a plan has anything for anybody. */
export const hasOffers = ({ offers, also }: Plan): boolean =>
  offers.length > 0 || (also !== undefined && also.offers.length > 0);

import type { Offer, Plan } from '../model/offer.ts';
import { type VersionView, viewForVersion } from './version-view.ts';

/*
 * Whether a decision needs more than the client's version. Where it does not, everyone who sends the same URL gets the
 * same response, and caches may keep it.
 */

/** A rollout that is not rolling lets nobody in. */
const isClosed = ({ rollout }: Offer): boolean => rollout !== undefined && rollout.state !== 'rolling';

/** Whether an offer is for some clients of a version and not for others. */
export const dependsOnClientFacts = (offer: Offer): boolean =>
  (offer.rollout !== undefined || offer.minimumSystem !== undefined) && !isClosed(offer);

/** Follows the walk of `choose` until it ends for every client, or comes to an offer that asks who the client is. */
export const dependsOnClient = ({ stages, also }: VersionView): boolean => {
  for (const { offer, refused, isNewer, milestone } of stages) {
    if (refused !== undefined || isClosed(offer)) continue;
    if (dependsOnClientFacts(offer)) return true;
    if (!isNewer || milestone === undefined) break;
    if (milestone.refused !== undefined || isClosed(milestone.offer)) continue;
    if (dependsOnClientFacts(milestone.offer)) return true;
    break;
  }
  return also !== undefined && dependsOnClient(also);
};

const hasVersionGate = ({ from, signedBy }: Offer): boolean => from !== undefined || signedBy !== undefined;

/** Whether every response that offers something depends on the client, whatever its version: caches hold none. */
export const dependsOnAnyClient = (plan: Plan): boolean => {
  const { offers, milestones, also } = plan;
  if (!plan.dependsOnClient) return false;
  const all = [...offers, ...(also?.offers ?? []), ...milestones];
  return !all.some(hasVersionGate) && dependsOnClient(viewForVersion(plan, undefined));
};

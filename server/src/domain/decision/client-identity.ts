import type { Offer, Plan } from '../model/offer.ts';
import { type VersionView, viewForVersion } from './version-view.ts';

/*
 * Whether a decision needs more than the client's version. If not, all requests for the same URL get the same response,
 * and caches may store it.
 */

/** A rollout that is not rolling admits nobody. */
const isClosed = ({ rollout }: Offer): boolean => rollout !== undefined && rollout.state !== 'rolling';

/** Whether an offer may differ between clients of one version. */
export const dependsOnClientFacts = (offer: Offer): boolean =>
  (offer.rollout !== undefined || offer.minimumSystem !== undefined) && !isClosed(offer);

/** Walks like `choose` until it ends for every client or reaches an offer that depends on the client. */
export const dependsOnClient = ({ candidates, also }: VersionView): boolean => {
  for (const { offer, refused, isNewer, milestone } of candidates) {
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

/** Whether every response with an offer depends on the client, so that caches can store none. */
export const dependsOnAnyClient = (plan: Plan): boolean => {
  const { offers, milestones, also } = plan;
  if (!plan.dependsOnClient) return false;
  const all = [...offers, ...(also?.offers ?? []), ...milestones];
  return !all.some(hasVersionGate) && dependsOnClient(viewForVersion(plan, undefined));
};

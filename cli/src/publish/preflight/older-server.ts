import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import type { Context } from '../../context.ts';
import { isProblem } from '../../errors/to-failure.ts';
import type { Plan } from '../plan/plan.ts';
import { isTooOldToReview, requestReview } from './review.ts';

/*
 * A service from before feeds refuses members that it does not know. Nobody's updater reads a feed of such a service, so
 * a release is published there as it always was: without what only feeds need.
 */

const hasFacts = ({ facts, companionOf }: PlanItem): boolean =>
  companionOf !== undefined || Object.keys(facts).length > 0;

const isUnknownField = (error: unknown): boolean =>
  isProblem(error, 'invalid-fields') &&
  (error.problem?.errors ?? []).some(({ code }) => code === 'unknown-field');

/** Asks about files without their signatures: what may be sent of those is judged later. */
const knowsFacts = async (plan: Plan, context: Context): Promise<boolean> => {
  const items = plan.items.filter(hasFacts).map((item) => ({ ...item, signature: undefined }));
  try {
    if (items.length > 0) await requestReview(plan, items, context);
    return true;
  } catch (error) {
    // Whatever else is wrong the review tells, with all that it is about.
    return !isUnknownField(error) && !isTooOldToReview(error);
  }
};

/** The plan as the service can take it; what is left out of it is told. */
export const fitToServer = async (plan: Plan, context: Context): Promise<Plan> => {
  if (await knowsFacts(plan, context)) return plan;
  context.output.warn(
    'this service is older than the command line and serves no feeds: file names, further hashes, build numbers, block maps and deltas are left out. Upgrade the service before your app’s updater asks it.',
  );
  const mains = plan.items.filter(({ companionOf }) => companionOf === undefined);
  return { ...plan, items: mains.map((item) => ({ ...item, facts: {} })), digests: new Map() };
};

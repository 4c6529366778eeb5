import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import type { Context } from '../../context.ts';
import { isProblem } from '../../errors/to-failure.ts';
import type { Plan } from '../plan/plan.ts';
import { isTooOldToReview, requestReview } from './review.ts';

/*
 * A server without feeds rejects unknown fields. No updater reads a feed there, so the release is published without the
 * fields that only feeds need.
 */

const hasFacts = ({ facts, companionOf }: PlanItem): boolean =>
  companionOf !== undefined || Object.keys(facts).length > 0;

const isUnknownField = (error: unknown): boolean =>
  isProblem(error, 'invalid-fields') &&
  (error.problem?.errors ?? []).some(({ code }) => code === 'unknown-field');

/** Sends no signatures, because they have not been checked for private keys yet. */
const knowsFacts = async (plan: Plan, context: Context): Promise<boolean> => {
  const items = plan.items.filter(hasFacts).map((item) => ({ ...item, signature: undefined }));
  try {
    if (items.length > 0) await requestReview(plan, items, context);
    return true;
  } catch (error) {
    // The review reports all other errors in context.
    return !isUnknownField(error) && !isTooOldToReview(error);
  }
};

/** Reports the fields that it removes. */
export const fitToServer = async (plan: Plan, context: Context): Promise<Plan> => {
  if (await knowsFacts(plan, context)) return plan;
  context.output.warn(
    'this server is older than the CLI and has no feeds. File names, extra hashes, build numbers, block maps and deltas are skipped. Upgrade the server before your app uses a feed.',
  );
  const mains = plan.items.filter(({ companionOf }) => companionOf === undefined);
  return { ...plan, items: mains.map((item) => ({ ...item, facts: {} })), digests: new Map() };
};

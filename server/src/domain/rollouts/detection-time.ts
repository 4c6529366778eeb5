/*
 * Estimates when a brake would detect a bad release: the outcomes it needs, and when these arrive. Assumes that every
 * client reports, and that checks are evenly distributed.
 */

/** A step's start, and the clients at its end. */
export interface ScheduledStep {
  startsAfterHours: number;
  clients: number;
}

/** Undefined if that number is never reached. */
export const hoursUntilClients = (
  clients: number,
  steps: readonly ScheduledStep[],
  hoursBetweenChecks: number,
): number | undefined => {
  let before = 0;
  for (const [index, step] of steps.entries()) {
    const endsAfter = steps[index + 1]?.startsAfterHours ?? Number.POSITIVE_INFINITY;
    const coming = step.clients - before;
    const needed =
      coming <= 0 ? Number.POSITIVE_INFINITY : ((clients - before) / coming) * hoursBetweenChecks;
    const at = step.startsAfterHours + needed;
    if (clients <= step.clients && at <= endsAfter) return at;
    const share = Math.min(1, (endsAfter - step.startsAfterHours) / hoursBetweenChecks);
    before += coming * share;
  }
  return undefined;
};

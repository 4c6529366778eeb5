/*
 * How soon a brake would notice a bad release: how many outcomes it needs, and when so many have come. It assumes that
 * every copy that gets the release tells how it went, and that copies ask at even distances.
 */

/** A step of a rollout: when it begins, and how many have the release at its end. */
export interface ScheduledStep {
  startsAfterHours: number;
  clients: number;
}

/** Hours until so many copies have the release; undefined where that never comes. */
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

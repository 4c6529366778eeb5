import type { Artifact, Release } from '@slipway/api';
import type { Plan } from './plan.ts';

/* What a release holds already and this run leaves as it is: the work of earlier runs and of other jobs. */

/** The artifacts of a release that the plan does not replace. */
export const unreplacedArtifacts = (plan: Plan, existing: Release | undefined): Artifact[] => {
  const planned = new Set(plan.items.map(({ target }) => target));
  return (existing?.artifacts ?? [])
    .filter(({ target }) => !planned.has(target))
    .sort((a, b) => (a.target < b.target ? -1 : 1));
};

/** Whether the bytes of an artifact are there, and not merely announced. */
export const isUploaded = ({ uploadedAt }: Artifact): boolean => uploadedAt !== null;

/** What to do about targets whose uploads someone else has begun. */
export const unfinishedHint = (targets: string[]): string =>
  `Not all of ${targets.join(', ')} has arrived: wait for the job that uploads it, or run that job again.`;

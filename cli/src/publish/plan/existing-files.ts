import type { Artifact, Release } from '@slipway/api';
import type { Plan } from './plan.ts';

/* Artifacts from earlier runs or other jobs, which this run keeps. */

export const unreplacedArtifacts = (plan: Plan, existing: Release | undefined): Artifact[] => {
  const planned = new Set(plan.items.map(({ target }) => target));
  return (existing?.artifacts ?? [])
    .filter(({ target }) => !planned.has(target))
    .sort((a, b) => (a.target < b.target ? -1 : 1));
};

/** Whether the bytes are uploaded, not only declared. */
export const isUploaded = ({ uploadedAt }: Artifact): boolean => uploadedAt !== null;

export const unfinishedHint = (targets: string[]): string =>
  `Upload of ${targets.join(', ')} is incomplete. Wait for the job that uploads it, or run that job again.`;

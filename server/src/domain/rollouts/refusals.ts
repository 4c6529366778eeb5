import { Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { percentOf, type Rollout } from '../model/rollout.ts';

/* Errors for rollout actions. Each names the release's state and the action needed first. */

/** A draft's rollout starts when it is published; a withdrawn release must be restored first. */
export const rolloutNotPublished = ({ version, state }: ReleaseWithArtifacts): Refusal =>
  new Refusal(
    'not-published',
    state === 'draft'
      ? `${version} is a draft. Its rollout starts when it is published.`
      : `${version} is withdrawn. Restore it first; its rollout stays paused until you resume it.`,
  );

export const rolloutOver = ({ version }: ReleaseWithArtifacts): Refusal =>
  new Refusal('rollout-over', `The rollout of ${version} is done: the release is available to everyone.`);

export const noStepLeft = ({ permille }: Rollout): Refusal =>
  new Refusal(
    'rollout-over',
    `No step is left: the rollout stays at ${percentOf(permille)}%. Set a percent, or complete it.`,
  );

export const rolloutPaused = ({ stopped }: Rollout): Refusal => {
  const reason = (stopped?.reason ?? 'no reason given').replace(/[.\s]+$/, '');
  return new Refusal('rollout-paused', `The rollout is paused: ${reason}. Resume it first.`);
};

import { Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { percentOf, type Rollout } from '../model/rollout.ts';

/* Errors for rollout actions. Each names the release's state and the action needed first. */

/** A draft's rollout starts when it is published; a withdrawn release must be restored first. */
export const rolloutNotPublished = ({ version, state }: ReleaseWithArtifacts): Refusal =>
  new Refusal(
    'not-published',
    state === 'draft'
      ? `${version} is a draft: its rollout begins when it is published.`
      : `${version} is withdrawn: restore it first. Its rollout stays paused until it is resumed.`,
  );

export const rolloutOver = ({ version }: ReleaseWithArtifacts): Refusal =>
  new Refusal('rollout-over', `The rollout of ${version} is done: the release is for everyone.`);

export const noStepLeft = ({ permille }: Rollout): Refusal =>
  new Refusal(
    'rollout-over',
    `No step is left: it stays at ${percentOf(permille)}%. Give a percent, or complete the rollout.`,
  );

export const rolloutPaused = ({ stopped }: Rollout): Refusal => {
  const reason = (stopped?.reason ?? 'by hand').replace(/[.\s]+$/, '');
  return new Refusal('rollout-paused', `The rollout is paused: ${reason}. Resume it first.`);
};

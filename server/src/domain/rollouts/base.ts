import { Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';

/** Refuses a rollout where whoever is not in could get nothing. */
export const noBaseRelease = ({ channel }: ReleaseWithArtifacts): Refusal =>
  new Refusal(
    'no-base',
    `The channel "${channel}" has no earlier release for everyone, which the other clients could get meanwhile.`,
  );

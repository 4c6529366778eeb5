import { Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';

/** Clients outside the rollout would have no release at all. */
export const noBaseRelease = ({ channel }: ReleaseWithArtifacts): Refusal =>
  new Refusal(
    'no-base',
    `The channel "${channel}" has no earlier release for everyone, which the other clients could get meanwhile.`,
  );

import { Refusal } from '../model/errors.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';

/** Clients outside the rollout would have no release at all. */
export const noBaseRelease = ({ channel }: ReleaseWithArtifacts): Refusal =>
  new Refusal('no-base', `Channel "${channel}" has no earlier release that is available to everyone.`);

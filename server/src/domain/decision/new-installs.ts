import { type Artifact, isActiveFile } from '../model/artifact.ts';
import { isHeldFor } from '../model/hold.ts';
import type { Offer } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isForNewInstalls } from '../model/rollout.ts';
import type { Site } from '../model/site.ts';
import { makeOffer } from './offer.ts';

/* Selects for people who do not have the app yet: the latest release, permanent links and download pages. */

/** Files held back from installed copies are not for new users either. */
const isForNewUsers = (release: ReleaseWithArtifacts, file: Artifact): boolean =>
  isActiveFile(file) && !isHeldFor(release, file.target);

/** The channel's latest release, for any target (spec 4.7). */
export const latestForNewInstalls = (
  { channels }: Pick<Site, 'channels'>,
  channel: string,
): { release: ReleaseWithArtifacts; files: readonly Artifact[] } | undefined => {
  const release = channels.get(channel)?.find(({ rollout }) => isForNewInstalls(rollout));
  return release && { release, files: release.artifacts.filter((file) => isForNewUsers(release, file)) };
};

/** The newest file for a target, last published first. */
export const newInstallOffer = (
  releases: Iterable<ReleaseWithArtifacts>,
  target: string,
): Offer | undefined => {
  for (const release of releases) {
    if (!isForNewInstalls(release.rollout)) continue;
    const file = release.artifacts.find((one) => one.target === target && isForNewUsers(release, one));
    if (file !== undefined) return makeOffer(release, file);
  }
  return undefined;
};

import { versionSpellings } from '@slipway/core/version.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Releases } from '../ports/releases.ts';

/** Finds any spelling of a version; an exact match wins. */
export const findByVersion = async (
  reads: Pick<Releases, 'listByVersions'>,
  { app, channel, version }: { app: string; channel: string; version: string },
): Promise<ReleaseWithArtifacts | undefined> => {
  const spellings = [...new Set([version, ...versionSpellings(version)])];
  const releases = await reads.listByVersions(app, channel, spellings);
  const placeOf = (release: ReleaseWithArtifacts): number => spellings.indexOf(release.version);
  return releases.toSorted((one, other) => placeOf(one) - placeOf(other))[0];
};

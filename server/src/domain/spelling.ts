import type { ReleaseWithArtifacts } from './nouns/release.ts';
import { spellingsOf } from './nouns/version.ts';
import type { Releases } from './ports/releases.ts';

/** The release that has a version in any of its spellings; the one that is written just so comes first. */
export const findSpelled = async (
  reads: Pick<Releases, 'findReleaseByVersion'>,
  { app, channel, version }: { app: string; channel: string; version: string },
): Promise<ReleaseWithArtifacts | undefined> => {
  for (const spelling of new Set([version, ...spellingsOf(version)])) {
    const release = await reads.findReleaseByVersion(app, channel, spelling);
    if (release !== undefined) return release;
  }
  return undefined;
};

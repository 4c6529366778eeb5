import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { SigningRules } from '../model/signing-key.ts';
import { compareVersions, parseVersion } from '../model/version.ts';
import type { Releases } from '../ports/releases.ts';

/** What is about to be published, or was: then only what was published before it counts. */
type NextRelease = Pick<ReleaseWithArtifacts, 'app' | 'channel'> & { version?: string | undefined };

/**
 * The newest version that was published before a release: its clients are those who go on to a newer one. The one that
 * was published last may be an older version, for those who could not follow. Nothing where no signature is judged.
 */
export const findPreviousRelease = async (
  store: Pick<Releases, 'listVersions' | 'findReleaseByVersion'>,
  { app, channel, version }: NextRelease,
  rules: SigningRules | undefined,
): Promise<ReleaseWithArtifacts | undefined> => {
  if (rules === undefined) return undefined;
  const published = (await store.listVersions(app)).filter((one) => one.channel === channel);
  const own = published.findIndex((one) => one.version === version);
  const [newest] = published
    .slice(own + 1)
    .filter(({ isRescued }) => !isRescued)
    .map((one) => ({ ...one, parsed: parseVersion(one.version) }))
    .sort((a, b) => compareVersions(b.parsed, a.parsed));
  return newest && store.findReleaseByVersion(app, channel, newest.version);
};

import { compareVersions, parseVersion } from '@slipway/core/version.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { SigningRules } from '../model/signing-key.ts';
import type { Releases } from '../ports/releases.ts';

/** If it is already published, only earlier releases count. */
type NextRelease = Pick<ReleaseWithArtifacts, 'app' | 'channel'> & { version?: string | undefined };

/**
 * The newest version published before a release, since its clients are the ones to update. The last published one may
 * be an older version for clients left behind. Undefined if signatures are not verified.
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

import { parsePlatform } from '@slipway/core/platform.ts';
import { plainVersion } from '@slipway/core/version.ts';
import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { ArtifactMatch } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { isSemVer } from '../../domain/model/sem-ver.ts';
import { parsePackageName } from './package-name.ts';
import { type PlatformChoice, type SystemArch, systemArchOf } from './platform-choice.ts';

/*
 * Selects packages that a client can install. The client requests a file by name only, relative to the document, so a
 * document lists only files that their name resolves to.
 */

/** A delta has the platform of the package that it belongs to. */
const homeOf = ({ companionOf, target }: Artifact): string => companionOf ?? target;

/** .NET has the smallest version numbers of all clients. */
const largest = 2n ** 31n - 1n;

/** Why no client can install it, if so. */
const faultOf = ({ version }: ReleaseWithArtifacts, artifact: Artifact): string | undefined => {
  const { target, facts } = artifact;
  const kind = isMain(artifact) ? 'full' : 'delta';
  if (systemArchOf(homeOf(artifact)) === undefined) return `Target ${target} has no system and architecture.`;
  if (!isSemVer(plainVersion(version), largest))
    return `Velopack can’t read version ${version}: it is not SemVer.`;
  if (parsePackageName(facts.fileName ?? '', version)?.kind !== kind)
    return `The file for ${target} is not named {id}-${plainVersion(version)}-${kind}.nupkg.`;
  return facts.sha1 === undefined ? `The artifact for ${target} was declared without a SHA-1.` : undefined;
};

/** Ranks packages of the same name: available ones first, then by platform, then plain targets. */
const rankOf = (within: readonly SystemArch[], artifact: Artifact): number => {
  const home = homeOf(artifact);
  const place = within.indexOf(systemArchOf(home) as SystemArch) * 2;
  const bundle = parsePlatform(home)?.bundle === undefined ? 0 : 1;
  return place + bundle + (artifact.state === 'active' ? 0 : within.length * 2);
};

/** The package in a release that a file name resolves to. */
export const findPackage = (
  release: ReleaseWithArtifacts,
  fileName: string,
  within: readonly SystemArch[],
): Artifact | undefined =>
  release.artifacts
    .filter((one) => one.facts.fileName === fileName && one.format === '.nupkg')
    .filter(
      (one) =>
        within.includes(systemArchOf(homeOf(one)) as SystemArch) && faultOf(release, one) === undefined,
    )
    .sort((a, b) => rankOf(within, a) - rankOf(within, b))[0];

const matchOnePackage = (
  { systemArches, searchIn }: PlatformChoice,
  release: ReleaseWithArtifacts,
  artifact: Artifact,
): ArtifactMatch => {
  const spot = systemArchOf(homeOf(artifact));
  if (artifact.format !== '.nupkg' || (spot !== undefined && !systemArches.includes(spot)))
    return 'elsewhere';
  if (artifact.state !== 'active') return { reason: `The artifact for ${artifact.target} was pruned.` };
  const reason = faultOf(release, artifact);
  if (reason !== undefined) return { reason };
  const found = findPackage(release, artifact.facts.fileName ?? '', searchIn);
  return found === artifact
    ? 'fit'
    : { reason: `Its name leads to the file for ${found?.target}. Put the target in the URL.` };
};

/** A delta matches only together with its full package. */
export const matchPackage = (
  choice: PlatformChoice,
  release: ReleaseWithArtifacts,
  artifact: Artifact,
): ArtifactMatch => {
  if (isMain(artifact)) return matchOnePackage(choice, release, artifact);
  const full = release.artifacts.find((one) => isMain(one) && one.target === artifact.companionOf);
  const whole = full === undefined ? 'elsewhere' : matchOnePackage(choice, release, full);
  return whole === 'fit' ? matchOnePackage(choice, release, artifact) : whole;
};

export const pickFullPackage =
  (spot: SystemArch) =>
  ({ artifacts }: ReleaseWithArtifacts): Artifact | undefined =>
    artifacts
      .filter((one) => isMain(one) && systemArchOf(one.target) === spot)
      .sort((a, b) => rankOf([spot], a) - rankOf([spot], b))[0];

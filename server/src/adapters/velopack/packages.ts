import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { Fitness } from '../../domain/model/feed.ts';
import { parsePlace } from '../../domain/model/platform.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { isSemVer } from '../../domain/model/sem-ver.ts';
import { plainVersion } from '../../domain/model/version.ts';
import { readPackageName } from './package-name.ts';
import { type Choice, type Spot, spotOf } from './place-choice.ts';

/*
 * Which artifacts are packages that a client can take. The client asks for a file by its name alone, below the address
 * of the document: so a document names only what that name leads to.
 */

/** What a delta is for is what the package is for that it goes with. */
const homeOf = ({ companionOf, target }: Artifact): string => companionOf ?? target;

/** .NET's numbers are the narrowest that a client reads versions with. */
const largest = 2n ** 31n - 1n;

/** Why no client can take it, if so. */
const faultOf = ({ version }: ReleaseWithArtifacts, artifact: Artifact): string | undefined => {
  const { target, facts } = artifact;
  const kind = isMain(artifact) ? 'full' : 'delta';
  if (spotOf(homeOf(artifact)) === undefined) return `The target ${target} names no system and architecture.`;
  if (!isSemVer(plainVersion(version), largest))
    return `Velopack cannot read the version ${version}: it is no SemVer.`;
  if (readPackageName(facts.fileName ?? '', version)?.kind !== kind)
    return `The file for ${target} is not named {id}-${plainVersion(version)}-${kind}.nupkg.`;
  return facts.sha1 === undefined ? `Its artifact for ${target} was declared without a SHA-1.` : undefined;
};

/** The order in which packages of one name are preferred: those that are there, by place, plain targets first. */
const rankOf = (within: readonly Spot[], artifact: Artifact): number => {
  const home = homeOf(artifact);
  const place = within.indexOf(spotOf(home) as Spot) * 2;
  const bundle = parsePlace(home)?.bundle === undefined ? 0 : 1;
  return place + bundle + (artifact.state === 'active' ? 0 : within.length * 2);
};

/** The package that a name leads to in a release. */
export const findPackage = (
  release: ReleaseWithArtifacts,
  fileName: string,
  within: readonly Spot[],
): Artifact | undefined =>
  release.artifacts
    .filter((one) => one.facts.fileName === fileName && one.format === '.nupkg')
    .filter((one) => within.includes(spotOf(homeOf(one)) as Spot) && faultOf(release, one) === undefined)
    .sort((a, b) => rankOf(within, a) - rankOf(within, b))[0];

const judgeOwn = ({ spots, within }: Choice, release: ReleaseWithArtifacts, artifact: Artifact): Fitness => {
  const spot = spotOf(homeOf(artifact));
  if (artifact.format !== '.nupkg' || (spot !== undefined && !spots.includes(spot))) return 'elsewhere';
  if (artifact.state !== 'active') return { reason: `Its artifact for ${artifact.target} was pruned.` };
  const reason = faultOf(release, artifact);
  if (reason !== undefined) return { reason };
  const found = findPackage(release, artifact.facts.fileName ?? '', within);
  return found === artifact
    ? 'fit'
    : { reason: `By its name the file for ${found?.target} is found; name the target in the address.` };
};

/** Whether a document takes an artifact; a delta only ever with its full package. */
export const judgePackage = (choice: Choice, release: ReleaseWithArtifacts, artifact: Artifact): Fitness => {
  if (isMain(artifact)) return judgeOwn(choice, release, artifact);
  const full = release.artifacts.find((one) => isMain(one) && one.target === artifact.companionOf);
  const whole = full === undefined ? 'elsewhere' : judgeOwn(choice, release, full);
  return whole === 'fit' ? judgeOwn(choice, release, artifact) : whole;
};

/** The full package of a release for a place. */
export const pickFull =
  (spot: Spot) =>
  ({ artifacts }: ReleaseWithArtifacts): Artifact | undefined =>
    artifacts
      .filter((one) => isMain(one) && spotOf(one.target) === spot)
      .sort((a, b) => rankOf([spot], a) - rankOf([spot], b))[0];

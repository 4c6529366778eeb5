import { admit } from '../../src/domain/admitting.ts';
import { type Artifact, isMain } from '../../src/domain/nouns/artifact.ts';
import type { Client } from '../../src/domain/nouns/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/nouns/release.ts';
import { compareVersions, isNewer, parseVersion } from '../../src/domain/nouns/version.ts';
import { askedTarget, type World } from './worlds.ts';

/* The decision told twice more: as 0.1.0 made it, and as the plainest walk over everything that was published. */

const activeOf = ({ artifacts }: ReleaseWithArtifacts): Artifact | undefined =>
  artifacts.find((one) => one.target === askedTarget && isMain(one) && one.state === 'active');

/** What can be offered to somebody, last published first. */
export const offerable = (world: World): ReleaseWithArtifacts[] =>
  world.filter((release) => release.state === 'published' && activeOf(release) !== undefined);

/** As 0.1.0 decided: the last published that has the target, if it is newer. */
export const pickOffer = (world: World, currentVersion: string): ReleaseWithArtifacts | undefined => {
  const [latest] = offerable(world);
  return latest !== undefined && isNewer(parseVersion(latest.version), currentVersion) ? latest : undefined;
};

const isRefused = (release: ReleaseWithArtifacts, client: Client, rescued: ReadonlySet<string>): boolean => {
  const { policy, rollout } = release;
  const { currentVersion: current } = client;
  const minimum = activeOf(release)?.facts.minimumSystem;
  const compare = (a: string, b: string) => compareVersions(parseVersion(a), parseVersion(b));
  if (policy.heldTargets?.includes(askedTarget) === true) return true;
  if (minimum !== undefined && client.system !== undefined && client.system !== 'unknown')
    if (compare(client.system, minimum) < 0) return true;
  if (current !== undefined && policy.from !== undefined) {
    const { atLeast, except = [] } = policy.from;
    if (atLeast !== undefined && isNewer(parseVersion(atLeast), current)) return true;
    const isReadable = parseVersion(current).numbers.length > 0;
    if (except.some((one) => one === current || (isReadable && compare(one, current) === 0))) return true;
  }
  if (rollout === undefined || rollout.state === 'done') return false;
  return rollout.brakedTargets.includes(askedTarget) || 'refused' in admit(rollout, client, rescued);
};

/** Every release in turn, bounded by nothing. */
export const walk = (
  world: World,
  client: Client,
  rescued: ReadonlySet<string>,
): ReleaseWithArtifacts | undefined => {
  const { currentVersion: current } = client;
  const releases = offerable(world);
  const byVersion = (a: ReleaseWithArtifacts, b: ReleaseWithArtifacts) =>
    compareVersions(parseVersion(a.version), parseVersion(b.version));
  const milestones = releases.filter(({ policy }) => policy.milestone !== undefined).toSorted(byVersion);
  for (const release of releases) {
    if (isRefused(release, client, rescued)) continue;
    if (current === undefined) return release;
    if (!isNewer(parseVersion(release.version), current)) return undefined;
    const first = milestones.find(
      (one) => isNewer(parseVersion(one.version), current) && byVersion(one, release) < 0,
    );
    if (first === undefined) return release;
    if (!isRefused(first, client, rescued)) return first;
  }
  return undefined;
};

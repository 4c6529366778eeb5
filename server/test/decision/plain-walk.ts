import { compareVersions, isNewer, type ParsedVersion, parseVersion } from '@slipway/core/version.ts';
import { admitToRollout } from '../../src/domain/decision/rollout-bucketing.ts';
import { type Artifact, isMain } from '../../src/domain/model/artifact.ts';
import type { Client } from '../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import type { SigningKey } from '../../src/domain/model/signing-key.ts';
import { askedTarget, type World } from './worlds.ts';

/* Two reference implementations of the decision: that of 0.1.0, and a naive walk over all releases. */

const activeOf = ({ artifacts }: ReleaseWithArtifacts): Artifact | undefined =>
  artifacts.find((one) => one.target === askedTarget && isMain(one) && one.state === 'active');

/** Inputs besides the releases. */
interface WalkInputs {
  rescued: ReadonlySet<string>;
  /** The app's signing keys, if it rotates them. */
  keys?: readonly SigningKey[];
}

/** Releases that can be offered to any client, last published first. */
export const offerable = (world: World): ReleaseWithArtifacts[] =>
  world.filter((release) => release.state === 'published' && activeOf(release) !== undefined);

/** The decision of 0.1.0: the last published release with the target, if it is newer. */
export const pickOffer = (world: World, currentVersion: string): ReleaseWithArtifacts | undefined => {
  const [latest] = offerable(world);
  return latest !== undefined && isNewer(parseVersion(latest.version), currentVersion) ? latest : undefined;
};

/** Whether clients of a version have the key that signed a file: the last of its kind added before that version. */
const hasKey = (keys: readonly SigningKey[], signer: string, current: string): boolean => {
  const kind = keys.find(({ id }) => id === signer)?.kind;
  const rank = ({ fromVersion }: SigningKey): ParsedVersion | undefined =>
    fromVersion === undefined ? undefined : parseVersion(fromVersion);
  const inTime = keys.filter((key) => {
    const from = rank(key);
    return key.kind === kind && (from === undefined || compareVersions(from, parseVersion(current)) <= 0);
  });
  const isLater = (a: SigningKey, b: SigningKey): boolean => {
    const [one, other] = [rank(a), rank(b)];
    if (one === undefined) return false;
    return other === undefined || compareVersions(one, other) > 0;
  };
  return (
    inTime.some(({ id }) => id === signer) &&
    inTime.every((other) => inTime.every((key) => key.id !== signer || !isLater(other, key)))
  );
};

const isForeign = (
  release: ReleaseWithArtifacts,
  current: string | undefined,
  keys: readonly SigningKey[],
): boolean => {
  const signer = activeOf(release)?.verdict?.signedBy?.id;
  return keys.length > 0 && signer !== undefined && current !== undefined && !hasKey(keys, signer, current);
};

const isRefused = (
  release: ReleaseWithArtifacts,
  client: Client,
  { rescued, keys = [] }: WalkInputs,
): boolean => {
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
  if (isForeign(release, current, keys)) return true;
  if (rollout === undefined || rollout.state === 'done') return false;
  return rollout.brakedTargets.includes(askedTarget) || 'refused' in admitToRollout(rollout, client, rescued);
};

/** Visits every release, without limits. */
export const walk = (world: World, client: Client, inputs: WalkInputs): ReleaseWithArtifacts | undefined => {
  const { currentVersion: current } = client;
  const releases = offerable(world);
  const byVersion = (a: ReleaseWithArtifacts, b: ReleaseWithArtifacts) =>
    compareVersions(parseVersion(a.version), parseVersion(b.version));
  const milestones = releases.filter(({ policy }) => policy.milestone !== undefined).toSorted(byVersion);
  for (const release of releases) {
    if (isRefused(release, client, inputs)) continue;
    if (current === undefined) return release;
    if (!isNewer(parseVersion(release.version), current)) return undefined;
    const first = milestones.find(
      (one) => isNewer(parseVersion(one.version), current) && byVersion(one, release) < 0,
    );
    if (first === undefined) return release;
    if (!isRefused(first, client, inputs)) return first;
  }
  return undefined;
};

import { compareVersions, isNewer, parseVersion } from '@slipway/core/version.ts';
import { isMain } from '../../src/domain/model/artifact.ts';
import type { Client } from '../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { offerable, walk } from './plain-walk.ts';
import { askedTarget, type World } from './worlds.ts';

/* Whether a decision depends on more than the version, found without a plan by scanning all releases. */

type WalkInputs = Parameters<typeof walk>[2];

/** Whether a release excludes all clients of a version. */
const isRefused = (release: ReleaseWithArtifacts, client: Client, inputs: WalkInputs): boolean => {
  const { milestone: _, ...policy } = release.policy;
  const artifacts = release.artifacts.map((one) => ({ ...one, facts: {} }));
  const rollout = release.rollout && {
    ...release.rollout,
    ...(release.rollout.state === 'rolling' ? { permille: 1000 } : {}),
  };
  const alone = { ...release, version: '999999', policy, artifacts, ...(rollout && { rollout }) };
  return walk([alone], client, inputs) === undefined;
};

const asks = ({ rollout, artifacts }: ReleaseWithArtifacts): boolean => {
  const artifact = artifacts.find((one) => one.target === askedTarget && isMain(one));
  return rollout?.state === 'rolling' || artifact?.facts.minimumSystem !== undefined;
};

/** Whether the walk for a version reaches a release that admits only some of its clients. */
export const asksInWorld = (world: World, currentVersion: string, inputs: WalkInputs): boolean => {
  const client = { currentVersion };
  const releases = offerable(world);
  const milestones = releases
    .filter(({ policy, version }) => policy.milestone && isNewer(parseVersion(version), currentVersion))
    .toSorted((a, b) => compareVersions(parseVersion(a.version), parseVersion(b.version)));
  for (const release of releases) {
    if (isRefused(release, client, inputs)) continue;
    if (asks(release)) return true;
    const version = parseVersion(release.version);
    if (!isNewer(version, currentVersion)) return false;
    const first = milestones.find((one) => compareVersions(parseVersion(one.version), version) < 0);
    if (first === undefined) return false;
    if (isRefused(first, client, inputs)) continue;
    return asks(first);
  }
  return false;
};

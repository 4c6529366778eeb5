import type { Artifact } from '../../src/domain/model/artifact.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { type Reader, readers } from '../adapters/feeds/rolling.ts';
import { publishWorld } from '../conformance/store/publish-world.ts';
import { admin, createWorld } from '../domain/world.ts';
import { randomKeys } from './keys.ts';
import type { Random } from './random.ts';
import { artifactNamed, askedTarget, type Kinds, randomWorld, type World } from './worlds.ts';

/* Random apps with three channels and files that one feed lists, published to a store. */

export const app = 'hello';
export const caller = { app, actor: admin };
export const channels = ['stable', 'beta', 'other'] as const;
export const host = 'hello.localhost';
const otherTarget = 'freebsd-x86_64';
const signers: [string, ...string[]] = ['A', 'B', 'C'];

/** Feeds list only such versions. */
const threeNumbers = (version: string): string => {
  const [major = '0', minor = '0', patch = '0'] = version.replace(/^v|-.*$/g, '').split('.');
  return [major, minor, patch].join('.');
};

/** Replaces the target names of a random world by targets that the reader's feed lists, or not. */
export const withFiles = ({ fileOf }: Reader, release: ReleaseWithArtifacts): ReleaseWithArtifacts => {
  const own = fileOf(release.version);
  const nameOf = (target: string): string => (target === askedTarget ? own.target : otherTarget);
  const toFile = ({ state, verdict, companionOf, facts, target }: Artifact): Artifact => {
    const file = target === askedTarget ? own : artifactNamed(otherTarget);
    return { ...file, state, companionOf, facts: { ...file.facts, ...facts }, ...(verdict && { verdict }) };
  };
  const { policy, rollout, artifacts } = release;
  return {
    ...release,
    artifacts: artifacts.map(toFile),
    policy: { ...policy, ...(policy.heldTargets && { heldTargets: policy.heldTargets.map(nameOf) }) },
    ...(rollout && { rollout: { ...rollout, brakedTargets: rollout.brakedTargets.map(nameOf) } }),
  };
};

const withNewInstalls = (random: Random, release: ReleaseWithArtifacts): ReleaseWithArtifacts => ({
  ...release,
  ...(release.rollout && { rollout: { ...release.rollout, newInstalls: random.has(0.3) } }),
});

const withPlainVersions = (world: World): World => {
  const renamed = world.map((release) => ({ ...release, version: threeNumbers(release.version) }));
  return [...new Map(renamed.map((release) => [release.version, release])).values()];
};

const channelOf = (
  random: Random,
  { reader, hasFeed }: { reader: Reader; hasFeed: boolean },
  channel: string,
): World => {
  const kinds: Kinds = { policies: true, rising: random.has(0.5), odd: !hasFeed && random.has(0.5), signers };
  const world = randomWorld(random, kinds);
  return (hasFeed ? withPlainVersions(world) : world).map((release) => ({
    ...withNewInstalls(random, withFiles(reader, release)),
    channel,
  }));
};

/** An app without releases: the channel `beta` also offers `stable`. */
export const createEmptyApp = async () => {
  const world = createWorld();
  await world.appAdmin.createApp({ slug: app, adapter: 'rest' }, admin);
  for (const name of channels.slice(1)) await world.appAdmin.createChannel(caller, name);
  await world.appAdmin.changeChannel(caller, 'beta', { alsoOffers: 'stable' });
  return world;
};

export const createRandomApp = async (random: Random, number: number) => {
  const reader = readers[number % readers.length] as Reader;
  // The versions of every fourth app can be any text.
  const hasFeed = number % 4 !== 3;
  const world = await createEmptyApp();
  await world.store.transaction(async (tx) => {
    for (const key of randomKeys(random, signers)) await tx.insertSigningKey({ ...key, app });
  });
  const releases = channels.flatMap((channel) => channelOf(random, { reader, hasFeed }, channel));
  const ids = await publishWorld(world.store, app, releases);
  await world.catalog.settled();
  const targets = [reader.fileOf('1.0.0').target, otherTarget] as const;
  return { world, reader, hasFeed, ids, releases, targets };
};
export type RandomApp = Awaited<ReturnType<typeof createRandomApp>>;

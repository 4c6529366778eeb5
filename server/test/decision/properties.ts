import assert from 'node:assert/strict';
import { isNewer, parseVersion } from '@slipway/core/version.ts';
import { decide } from '../../src/domain/decision/decide.ts';
import { planOffers } from '../../src/domain/decision/plan.ts';
import { hasOffers, planFor } from '../../src/domain/decision/planner.ts';
import {
  admitToRollout,
  type RolloutAdmission,
  reasonText,
} from '../../src/domain/decision/rollout-bucketing.ts';
import type { Client, ConsideredRelease, Plan } from '../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { candidatesOf } from '../memory/store-candidates.ts';
import { followOffers } from './following.ts';
import { offerable, pickOffer, walk } from './plain-walk.ts';
import { createRandom, type Random } from './random.ts';
import {
  askedTarget,
  type Kinds,
  randomClient,
  randomRollout,
  randomVersion,
  randomWorld,
  rescuedOf,
  type World,
} from './worlds.ts';

/* Properties of the decision in random worlds, with fixed seeds for reproducible runs. */

const planOf = (releases: World, rescued?: ReadonlySet<string>): Plan =>
  planOffers({ releases, target: askedTarget, rescued });

const formatRelease = ({ version, state, policy, rollout, artifacts }: ReleaseWithArtifacts): string => {
  const artifact = artifacts.find(({ target }) => target === askedTarget);
  const {
    releaseId: _,
    steps: __,
    brakes: ___,
    ...plan
  } = rollout ?? { releaseId: '', steps: [], brakes: {} };
  return JSON.stringify({
    version,
    state,
    policy,
    plan,
    artifact: artifact && [artifact.state, artifact.facts],
  });
};

const formatWorld = (world: World, client: Client): string =>
  [JSON.stringify(client), ...world.map(formatRelease)].join('\n');

interface Scene {
  random: Random;
  world: World;
  client: Client;
  rescued: ReadonlySet<string>;
  plan: Plan;
  kinds: Kinds;
}

/** Checks a property in this many worlds; a failure prints the whole world. */
const inWorlds = (
  { count, seed, ...overrides }: { count: number; seed: number } & Partial<Kinds>,
  holds: (scene: Scene) => void,
): void => {
  for (let number = 0; number < count; number++) {
    const random = createRandom(seed * 1_000_003 + number);
    const kinds = { policies: true, rising: random.has(0.5), odd: random.has(0.3), ...overrides };
    const world = randomWorld(random, kinds);
    const client = randomClient(random, randomVersion(random, world, kinds));
    const rescued = rescuedOf(world);
    try {
      holds({ random, world, client, rescued, plan: planOf(world, rescued), kinds });
    } catch (error) {
      throw new Error(`world ${number} of seed ${seed}:\n${formatWorld(world, client)}`, { cause: error });
    }
  }
};

/** Without policies it equals the decision of 0.1.0 and depends only on the version. */
export const equalsTheOldDecision = (count: number): void =>
  inWorlds({ count, seed: 1, policies: false }, ({ world, client, plan }) => {
    assert.equal(plan.dependsOnClient, false);
    assert.equal(decide(plan, client)?.release.id, pickOffer(world, client.currentVersion ?? '')?.id);
    assert.equal(decide(plan, { ...client, currentVersion: undefined })?.release.id, offerable(world)[0]?.id);
  });

/** If versions rise with publication, the plan finds what the naive walk finds. */
export const equalsThePlainWalk = (count: number): void =>
  inWorlds({ count, seed: 2, rising: true, odd: false }, ({ world, client, plan, rescued }) => {
    for (const one of [client, { ...client, currentVersion: undefined }])
      assert.equal(decide(plan, one)?.release.version, walk(world, one, { rescued })?.version);
  });

/** An offer is newer, published, available, not held, and admits the client. */
export const offersOnlyWhatMayBe = (count: number): void =>
  inWorlds({ count, seed: 3 }, ({ client, plan }) => {
    const trace: ConsideredRelease[] = [];
    const offer = decide(plan, client, trace);
    assert.equal(trace.filter(({ verdict }) => verdict === 'offered').length, offer === undefined ? 0 : 1);
    assert.equal(decide(plan, client), offer, 'told or not');
    if (offer === undefined) return;
    const { release, artifact } = offer;
    assert.ok(isNewer(offer.version, client.currentVersion ?? ''), 'no downgrade');
    assert.deepEqual([release.state, artifact.state], ['published', 'active']);
    assert.ok(release.rollout === undefined || ['rolling', 'done'].includes(release.rollout.state));
    assert.ok(!release.policy.heldTargets?.includes(artifact.target));
    const isOpen = release.rollout?.state !== 'done' && release.rollout !== undefined;
    assert.ok(!isOpen || !release.rollout?.brakedTargets.includes(artifact.target));
  });

/** Raising the percentage of a release newer than the client removes no offer. */
export const raisingTakesNothingAway = (count: number): void =>
  inWorlds({ count, seed: 4 }, ({ random, world, client, plan, rescued }) => {
    const newer = world.filter(
      ({ version, rollout }) =>
        rollout?.state === 'rolling' && isNewer(parseVersion(version), client.currentVersion ?? ''),
    );
    const raised = newer[random.below(newer.length || 1)];
    if (raised === undefined || decide(plan, client) === undefined) return;
    const raise = (release: ReleaseWithArtifacts): ReleaseWithArtifacts => {
      if (release !== raised || release.rollout === undefined) return release;
      const { permille, capReached } = release.rollout;
      const higher = permille + random.below(1001 - permille);
      const rollout = { ...release.rollout, permille: higher, capReached: capReached && random.has(0.5) };
      return { ...release, rollout };
    };
    assert.ok(decide(planOf(world.map(raise), rescued), client), `${raised.version} was raised`);
  });

/** A client that follows its offers comes to an end and passes every milestone. */
export const comesToRest = (count: number): void =>
  inWorlds({ count, seed: 5, odd: false }, ({ world, client, plan }) => followOffers(plan, client, world));

/** If a plan is client-independent, all clients of a version get the same offer. */
export const dependsAsItSays = (count: number): void =>
  inWorlds({ count, seed: 6 }, ({ random, client, plan }) => {
    if (plan.dependsOnClient) return;
    const others = Array.from({ length: 6 }, () => randomClient(random, client.currentVersion));
    for (const other of others) assert.equal(decide(plan, other), decide(plan, client));
  });

/** A store's candidates lead to the same decision as all releases, and so does any set between, as `explain` uses. */
export const candidatesAreEnough = (count: number): void =>
  inWorlds({ count, seed: 7 }, ({ random, world, client, rescued, plan }) => {
    const published = world.filter(({ state }) => state === 'published');
    const candidates = new Set(candidatesOf(published));
    const recent = random.below(world.length + 1);
    const between = world.filter((release, index) => index < recent || candidates.has(release));
    for (const bounded of [planOf([...candidates], rescued), planOf(between, rescued)]) {
      assert.equal(bounded.dependsOnClient, plan.dependsOnClient);
      for (const one of [
        client,
        randomClient(random, client.currentVersion),
        randomClient(random, undefined),
      ])
        assert.equal(decide(bounded, one)?.release.id, decide(plan, one)?.release.id);
    }
  });

/** Two merged channels: no downgrade, an end, no skipped milestone of either, and both are reported. */
export const twoChannelsTogether = (count: number): void =>
  inWorlds({ count, seed: 9, odd: false }, ({ random, world: stable, client, kinds, rescued }) => {
    const beta = randomWorld(random, kinds).map((release) => ({ ...release, channel: 'beta' }));
    const source = {
      ...{ channels: new Map(Object.entries({ beta, stable })), critical: new Map() },
      rescued: new Map(Object.entries({ beta: rescuedOf(beta), stable: rescued })),
      alsoOffers: new Map([['beta', 'stable']]),
    };
    const plan = planFor(source, { channel: 'beta', target: askedTarget });
    const trace: ConsideredRelease[] = [];
    const offer = decide(plan, client, trace);
    assert.equal(decide(plan, client), offer, 'told or not');
    assert.equal(trace.filter(({ verdict }) => verdict === 'offered').length, offer === undefined ? 0 : 1);
    assert.ok(trace.length > 0 || !hasOffers(plan), 'who gets nothing is told why');
    assert.ok(offer === undefined || isNewer(offer.version, client.currentVersion ?? ''), 'no downgrade');
    assert.ok([...rescued].every((version) => plan.rescued.has(version)));
    followOffers(plan, client, [...beta, ...stable]);
    const another = randomClient(random, client.currentVersion);
    assert.ok(plan.dependsOnClient || decide(plan, another) === offer);
  });

/** An admission with its reason as text. */
const withReasonText = (admission: RolloutAdmission) =>
  'by' in admission ? admission : { ...admission, reason: reasonText(admission.reason) };

/** Admission depends only on the rollout and the client. */
export const admissionIsAFunction = (count: number): void => {
  const random = createRandom(8);
  const nobody: ReadonlySet<string> = new Set();
  for (let number = 0; number < count; number++) {
    const rollout = randomRollout(random, 'rel_1');
    const client = randomClient(random, '1.0.0');
    const first = withReasonText(admitToRollout(rollout, client, nobody));
    const copy = structuredClone({ rollout, client });
    assert.deepEqual(withReasonText(admitToRollout(copy.rollout, copy.client, nobody)), first);
    const other = { ...client, currentVersion: '7', system: '1' };
    assert.deepEqual(withReasonText(admitToRollout(rollout, other, nobody)), first);
    const fix = { ...randomRollout(random, 'rel_2'), ...{ seed: rollout.seed, permille: rollout.permille } };
    const plain = { state: 'rolling', capReached: false, withoutId: 'network', cohorts: [] } as const;
    const alike = [rollout, fix].map(
      (one) => 'by' in admitToRollout({ ...one, ...plain, manual: false }, client, nobody),
    );
    assert.equal(alike[0], alike[1], 'the same people are the first again');
  }
};

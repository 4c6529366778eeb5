import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { dependsOnClient } from '../../src/domain/decision/client-identity.ts';
import { decide, findDecidingRollout } from '../../src/domain/decision/decide.ts';
import { planOffers } from '../../src/domain/decision/plan.ts';
import { admitToRollout } from '../../src/domain/decision/rollout-bucketing.ts';
import { viewForVersion } from '../../src/domain/decision/version-view.ts';
import { builtInKeysOf } from '../../src/domain/model/built-in-keys.ts';
import type { ConsideredRelease, Plan } from '../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { currentReleaseIds } from '../../src/domain/rollouts/superseded.ts';
import { candidatesOf } from '../memory/store-candidates.ts';
import { asksInWorld } from './check-all.ts';
import { randomKeys } from './keys.ts';
import { createRandom } from './random.ts';
import { askedTarget, randomClient, randomRollout, randomVersion, randomWorld, rescuedOf } from './worlds.ts';

/*
 * `explain` equals the check, in random worlds with rollouts, pauses, brakes, milestones and several signing keys. The
 * seed is fixed; a failure prints it with the number of its world.
 */

const seed = 20_260_501;
const signers: [string, ...string[]] = ['A', 'B', 'C'];

const sceneOf = (number: number) => {
  const random = createRandom(number);
  const kinds = { policies: true, rising: true, odd: false, signers };
  const world = randomWorld(random, kinds);
  const keys = randomKeys(random, signers);
  const builtIn = builtInKeysOf(keys);
  const client = randomClient(random, randomVersion(random, world, kinds));
  const rescued = rescuedOf(world);
  const planOf = (releases: readonly ReleaseWithArtifacts[]): Plan =>
    planOffers({ releases, target: askedTarget, rescued, builtIn });
  const candidates = candidatesOf(world.filter(({ state }) => state === 'published'));
  return { random, world, keys, builtIn, client, rescued, planOf, candidates, plan: planOf(candidates) };
};
type Scene = ReturnType<typeof sceneOf>;

const currentOf = ({ client }: Scene): string => client.currentVersion ?? '';

/** Whether shared caches may keep the response for clients of the version. */
const isShared = ({ plan, client }: Scene): boolean =>
  !(plan.dependsOnClient && dependsOnClient(viewForVersion(plan, client.currentVersion)));

const inWorlds = (numRuns: number, holds: (scene: Scene) => void): void =>
  fc.assert(
    fc.property(fc.nat(), (number) => holds(sceneOf(number))),
    { seed, numRuns },
  );

describe(`explain and check in random worlds, seed ${seed}`, () => {
  test('the release and the rollout that explain names are those of the check', () => {
    let named = 0;
    inWorlds(5_000, ({ world, client, rescued, planOf, plan }) => {
      const considered: ConsideredRelease[] = [];
      const explained = planOf(world);
      const offer = decide(explained, client, considered);
      assert.equal(offer?.release.id, decide(plan, client)?.release.id);
      const met = findDecidingRollout(explained, client);
      assert.equal(met?.release.id, findDecidingRollout(plan, client)?.release.id);
      if (met?.rollout === undefined) return;
      named += 1;
      assert.equal(met.rollout, met.release.rollout, 'it is its own');
      const note = considered.find(({ version }) => version === met.release.version);
      const admission = admitToRollout(met.rollout, client, rescued);
      if ('refused' in admission) assert.equal(note?.verdict, admission.refused);
      else assert.match(note?.verdict ?? '', /^(offered|not-newer|behind-milestone)$/);
    });
    assert.ok(named > 500, `${named} were named`);
  });

  test('if explain names no rollout, no rollout affects the offer', () => {
    let silent = 0;
    inWorlds(5_000, ({ random, world, client, planOf, plan }) => {
      if (findDecidingRollout(plan, client) !== undefined) return;
      const changedWorld = world.map((release) => {
        if (release.rollout === undefined || release.rollout.state === 'done') return release;
        const { state, permille, cohorts } = randomRollout(random, release.id);
        return {
          ...release,
          rollout: {
            ...release.rollout,
            ...{ state: state === 'done' ? 'rolling' : state, permille, cohorts },
          },
        } satisfies ReleaseWithArtifacts;
      });
      if (world.some(({ rollout }) => rollout !== undefined && rollout.state !== 'done')) silent += 1;
      assert.equal(decide(planOf(changedWorld), client)?.release.id, decide(plan, client)?.release.id);
    });
    assert.ok(silent > 500, `${silent} worlds had rollouts that have no say`);
  });

  test('a cacheable response is the same for every client; otherwise the offer depends on the client', () => {
    const counts = { shared: 0, own: 0 };
    inWorlds(5_000, (scene) => {
      const { random, world, client, rescued, builtIn, keys, plan } = scene;
      const shared = isShared(scene);
      counts[shared ? 'shared' : 'own'] += 1;
      if (!shared) {
        assert.ok(asksInWorld(world, currentOf(scene), { rescued, ...(builtIn && { keys }) }));
        return;
      }
      for (let other = 0; other < 6; other++)
        assert.equal(decide(plan, randomClient(random, client.currentVersion)), decide(plan, client));
    });
    assert.ok(counts.shared > 1_000 && counts.own > 500, JSON.stringify(counts));
  });

  test('every response is cacheable if nothing rolls out and no file needs a minimum system', () => {
    inWorlds(5_000, (scene) => {
      const still = scene.world.map((release) => ({
        ...release,
        artifacts: release.artifacts.map((one) => ({ ...one, facts: {} })),
        ...(release.rollout?.state === 'rolling'
          ? { rollout: { ...release.rollout, state: 'paused' as const } }
          : {}),
      }));
      assert.equal(scene.planOf(still).dependsOnClient, false);
    });
  });

  test('a paused rollout that a client meets first is not listed as superseded', () => {
    let paused = 0;
    inWorlds(5_000, ({ world, client, keys, candidates, plan }) => {
      const met = findDecidingRollout(plan, client)?.release;
      // A brake holds single targets: that release can still be controlled.
      const isBraked = world.some(({ rollout }) => rollout?.brakedTargets.includes(askedTarget));
      if (met?.rollout?.state !== 'paused' || isBraked) return;
      paused += 1;
      assert.ok(currentReleaseIds(candidates, keys).has(met.id), met.version);
    });
    assert.ok(paused > 150, `${paused} met one`);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { draftOf } from '../../conformance/store/fixtures.ts';
import { rolloutOf } from '../../decision/worlds.ts';
import { createRollingWorld, hour, planOf } from './rolling-world.ts';

type RollingWorld = Awaited<ReturnType<typeof createRollingWorld>>;

const offeredTo = async (
  { checkExplanations }: RollingWorld,
  target: string,
): Promise<string | undefined> => {
  const query = { channel: 'stable', target };
  return (await checkExplanations.explain('app', query, { currentVersion: '0.1.0' })).release?.version;
};

/** Publishes another release, staged or for everyone; returns its ID. */
const publish = async (
  { drafts, upload, rolloutControl, publishing, caller }: RollingWorld,
  version: string,
  isRolling: boolean,
): Promise<string> => {
  const { id } = await drafts.createDraft(caller, { version });
  await upload('app', { version }, { target: 'linux', bytes: Buffer.from(version) });
  if (isRolling) await rolloutControl.plan(caller, id, planOf());
  await publishing.publish(caller, id);
  return id;
};

describe('a target held by a brake', () => {
  it('is released by a person, not by the last step', async () => {
    const world = await createRollingWorld();
    const { supervisor, rollout, report, clock, rolloutControl, caller, id } = world;
    for (const target of ['linux', 'windows']) await report(0, 50, { target });
    await report(10, 10, { target: 'mac' });
    for (let days = 0; days < 4; days++) {
      await supervisor.evaluateAll();
      clock.advance(24 * hour);
    }
    const { permille, brakedTargets } = await rollout();
    assert.deepEqual([permille, brakedTargets], [1000, ['mac']]);
    assert.equal(await offeredTo(world, 'mac'), '1.0.0');
    assert.equal(await offeredTo(world, 'linux'), '2.0.0', 'all others have it, known or not');
    await rolloutControl.complete(caller, id);
    assert.equal((await rollout()).state, 'done');
    assert.equal(await offeredTo(world, 'mac'), '2.0.0');
  });

  it('stays held under another plan until a person resumes', async () => {
    const { rollout, report, rolloutControl, caller, id, actions } = await createRollingWorld();
    for (const target of ['linux', 'windows']) await report(0, 50, { target });
    await report(10, 10, { target: 'mac' });
    await rolloutControl.plan(caller, id, planOf());
    assert.deepEqual((await rollout()).brakedTargets, ['mac']);
    await rolloutControl.resume(caller, id, undefined);
    const { state, brakedTargets } = await rollout();
    assert.deepEqual([state, brakedTargets], ['rolling', []]);
    assert.equal((await actions()).at(-1), 'rollout.resume by admin');
    await rolloutControl.resume(caller, id, undefined);
    assert.equal((await actions()).filter((action) => action.startsWith('rollout.resume')).length, 1);
  });
});

describe('the seed of a rollout', () => {
  const seedOf = async ({ store }: RollingWorld, id: string): Promise<number | undefined> =>
    (await store.findRelease('app', id))?.rollout?.seed;

  it('is reused if the previous release is still rolling or was withdrawn', async () => {
    const world = await createRollingWorld();
    const first = await seedOf(world, world.id);
    const second = await publish(world, '2.0.1', true);
    assert.equal(await seedOf(world, second), first);
    await world.withdrawals.withdraw(world.caller, second, 'crashes');
    const third = await publish(world, '2.0.2', true);
    assert.equal(await seedOf(world, third), first, 'the same people get the mend first');
  });

  it('is new if the previous release is for everyone, so other clients go first', async () => {
    const world = await createRollingWorld();
    const first = await seedOf(world, world.id);
    await publish(world, '2.0.1', false);
    const third = await publish(world, '2.0.2', true);
    const seed = await seedOf(world, third);
    assert.notEqual(seed, first);
    await world.rolloutControl.complete(world.caller, third);
    assert.notEqual(await seedOf(world, await publish(world, '2.0.3', true)), seed);
  });
});

describe('active rollouts', () => {
  it('are limited per app for resuming and restarting, but not for publishing', async () => {
    const world = await createRollingWorld();
    const { store, rolloutControl, caller, id, baseId } = world;
    const others = Array.from({ length: bounds.rollingOfApp - 1 }, (_, n) =>
      draftOf('app', `0.${n}.0`, { channel: 'beta' }),
    );
    await store.transaction(async (tx) => {
      for (const other of others) {
        await tx.insertRelease(other);
        await tx.putRollout(rolloutOf(other.id));
      }
    });
    await rolloutControl.resume(caller, id, undefined);
    const next = await publish(world, '3.0.0', true);
    await assert.rejects(rolloutControl.resume(caller, id, undefined), { code: 'limit-reached' });
    await assert.rejects(rolloutControl.plan(caller, baseId, planOf()), { code: 'no-base' });
    await rolloutControl.plan(caller, next, planOf());
    const last = await publish(world, '4.0.0', false);
    await rolloutControl.resume(caller, id, undefined);
    await assert.rejects(rolloutControl.plan(caller, last, planOf()), { code: 'limit-reached' });
    await rolloutControl.pause(caller, id, 'makes room');
    assert.equal((await rolloutControl.plan(caller, last, planOf())).rollout.state, 'rolling');
  });

  it('stop when a newer release is published, even with many paused ones', async () => {
    const world = await createRollingWorld();
    const { store, rollout } = world;
    const paused = Array.from({ length: bounds.listedRollouts }, (_, n) => draftOf('app', `0.${n}.0`));
    await store.transaction(async (tx) => {
      for (const one of paused) {
        await tx.insertRelease(one);
        await tx.putRollout(rolloutOf(one.id, { state: 'paused' }));
      }
    });
    await publish(world, '3.0.0', false);
    const { state, stopped } = await rollout();
    assert.deepEqual([state, stopped?.by], ['paused', 'superseded']);
  });
});

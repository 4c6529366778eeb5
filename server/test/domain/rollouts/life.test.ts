import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { draftOf } from '../../conformance/store/fixtures.ts';
import { rolloutOf } from '../../decision/worlds.ts';
import { createRollingWorld, hour, planOf } from './rolling-world.ts';

type RollingWorld = Awaited<ReturnType<typeof createRollingWorld>>;

const offeredTo = async ({ updating }: RollingWorld, target: string): Promise<string | undefined> => {
  const asked = { channel: 'stable', target };
  return (await updating.explain('app', asked, { currentVersion: '0.1.0' })).release?.version;
};

/** Publishes another release, staged or for everyone; returns its ID. */
const publish = async (
  { drafting, upload, rollingOut, publishing, caller }: RollingWorld,
  version: string,
  isRolling: boolean,
): Promise<string> => {
  const { id } = await drafting.createDraft(caller, { version });
  await upload('app', { version }, { target: 'linux', bytes: Buffer.from(version) });
  if (isRolling) await rollingOut.plan(caller, id, planOf());
  await publishing.publish(caller, id);
  return id;
};

describe('a target that a brake stopped by itself', () => {
  it('is not given away by the last step, but by a person', async () => {
    const world = await createRollingWorld();
    const { watching, rollout, tell, clock, rollingOut, caller, id } = world;
    for (const target of ['linux', 'windows']) await tell(0, 50, { target });
    await tell(10, 10, { target: 'mac' });
    for (let days = 0; days < 4; days++) {
      await watching.watch();
      clock.advance(24 * hour);
    }
    const { permille, brakedTargets } = await rollout();
    assert.deepEqual([permille, brakedTargets], [1000, ['mac']]);
    assert.equal(await offeredTo(world, 'mac'), '1.0.0');
    assert.equal(await offeredTo(world, 'linux'), '2.0.0', 'all others have it, known or not');
    await rollingOut.complete(caller, id);
    assert.equal((await rollout()).state, 'done');
    assert.equal(await offeredTo(world, 'mac'), '2.0.0');
  });

  it('stays stopped under another plan, until a person resumes', async () => {
    const { rollout, tell, rollingOut, caller, id, actions } = await createRollingWorld();
    for (const target of ['linux', 'windows']) await tell(0, 50, { target });
    await tell(10, 10, { target: 'mac' });
    await rollingOut.plan(caller, id, planOf());
    assert.deepEqual((await rollout()).brakedTargets, ['mac']);
    await rollingOut.resume(caller, id, undefined);
    const { state, brakedTargets } = await rollout();
    assert.deepEqual([state, brakedTargets], ['rolling', []]);
    assert.equal((await actions()).at(-1), 'rollout.resume by admin');
    await rollingOut.resume(caller, id, undefined);
    assert.equal((await actions()).filter((action) => action.startsWith('rollout.resume')).length, 1);
  });
});

describe('the order of the clients', () => {
  const seedOf = async ({ store }: RollingWorld, id: string): Promise<number | undefined> =>
    (await store.findRelease('app', id))?.rollout?.seed;

  it('stays where a release comes over one that is still rolling, or was withdrawn meanwhile', async () => {
    const world = await createRollingWorld();
    const first = await seedOf(world, world.id);
    const second = await publish(world, '2.0.1', true);
    assert.equal(await seedOf(world, second), first);
    await world.withdrawing.withdraw(world.caller, second, 'crashes');
    const third = await publish(world, '2.0.2', true);
    assert.equal(await seedOf(world, third), first, 'the same people get the mend first');
  });

  it('is another where the release before is for everyone: not always the same people go first', async () => {
    const world = await createRollingWorld();
    const first = await seedOf(world, world.id);
    await publish(world, '2.0.1', false);
    const third = await publish(world, '2.0.2', true);
    const seed = await seedOf(world, third);
    assert.notEqual(seed, first);
    await world.rollingOut.complete(world.caller, third);
    assert.notEqual(await seedOf(world, await publish(world, '2.0.3', true)), seed);
  });
});

describe('rollouts that are rolling', () => {
  it('are only so many of an app: resuming, or drawing back, one more is refused, publishing is not', async () => {
    const world = await createRollingWorld();
    const { store, rollingOut, caller, id, baseId } = world;
    const others = Array.from({ length: bounds.rollingOfApp - 1 }, (_, n) =>
      draftOf('app', `0.${n}.0`, { channel: 'beta' }),
    );
    await store.transaction(async (tx) => {
      for (const other of others) {
        await tx.insertRelease(other);
        await tx.putRollout(rolloutOf(other.id));
      }
    });
    await rollingOut.resume(caller, id, undefined);
    const next = await publish(world, '3.0.0', true);
    await assert.rejects(rollingOut.resume(caller, id, undefined), { code: 'limit-reached' });
    await assert.rejects(rollingOut.plan(caller, baseId, planOf()), { code: 'no-base' });
    await rollingOut.plan(caller, next, planOf());
    const last = await publish(world, '4.0.0', false);
    await rollingOut.resume(caller, id, undefined);
    await assert.rejects(rollingOut.plan(caller, last, planOf()), { code: 'limit-reached' });
    await rollingOut.pause(caller, id, 'makes room');
    assert.equal((await rollingOut.plan(caller, last, planOf())).rollout.state, 'rolling');
  });

  it('stop when a newer release comes, however many others are paused', async () => {
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Refusal } from '../../../src/domain/model/errors.ts';
import { createRolloutSupervisor } from '../../../src/domain/rollouts/supervisor.ts';
import { createUnitOfWork } from '../../../src/domain/unit-of-work.ts';
import { createRollingWorld, hour, step } from './rolling-world.ts';

describe('a rollout advances automatically', () => {
  it('takes each step after its waiting time, and ends with the last', async () => {
    const { clock, supervisor, rollout, actions } = await createRollingWorld();
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 10);
    clock.advance(24 * hour - 1);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 10, 'not a second early');
    clock.advance(1);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 100);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 100, 'the hours of the next begin with the step');
    clock.advance(24 * hour);
    await supervisor.evaluateAll();
    const { state, permille } = await rollout();
    assert.deepEqual([state, permille], ['done', 1000]);
    clock.advance(24 * hour);
    await supervisor.evaluateAll();
    assert.deepEqual((await actions()).slice(2), [
      'rollout.advance by service',
      'rollout.complete by service',
    ]);
  });

  it('is advanced once by concurrent jobs', async () => {
    const { clock, supervisor, rollout, actions } = await createRollingWorld();
    clock.advance(24 * hour);
    await Promise.all(Array.from({ length: 8 }, () => supervisor.evaluateAll()));
    assert.equal((await rollout()).permille, 100);
    assert.deepEqual((await actions()).slice(2), ['rollout.advance by service']);
  });

  it('waits for approval, downloads and outcomes', async () => {
    const steps = [
      step(10),
      step(20, 0, { downloads: 50 }),
      step(30, 0, { outcomes: 100 }),
      step(40, 1, { approval: true }),
    ] as const;
    const world = await createRollingWorld({ steps: [...steps] as never });
    const look = async () => {
      await world.supervisor.evaluateAll();
      return (await world.rollout()).permille;
    };
    await world.give(world.id, 49);
    assert.equal(await look(), 10);
    await world.give(world.id, 1, 'mac');
    assert.equal(await look(), 20);
    await world.report(0, 99);
    assert.equal(await look(), 20);
    await world.report(1, 0);
    assert.equal(await look(), 30);
    world.clock.advance(1000 * hour);
    assert.equal(await look(), 30);
    await world.rolloutControl.advance(world.caller, world.id, undefined);
    assert.equal(await look(), 40);
  });

  it('does not advance while paused, and restarts its waiting time when resumed', async () => {
    const { clock, supervisor, rolloutControl, rollout, caller, id } = await createRollingWorld();
    clock.advance(23 * hour);
    await rolloutControl.pause(caller, id, 'lunch');
    clock.advance(23 * hour);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 10);
    await rolloutControl.resume(caller, id, undefined);
    clock.advance(23 * hour);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 10);
    clock.advance(hour);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 100);
  });

  it('does nothing while the database is unavailable, and continues afterward', async () => {
    const { clock, supervisor, rollout, setAway } = await createRollingWorld();
    clock.advance(24 * hour);
    setAway(true);
    await assert.rejects(
      supervisor.evaluateAll(),
      (error) => (error as Refusal).code === 'database-unavailable',
    );
    setAway(false);
    assert.equal((await rollout()).permille, 10);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 100);
  });

  it('evaluates all rollouts even if one fails', async () => {
    const world = await createRollingWorld();
    const { store, clock, supervisor, rollout } = world;
    const listRolling = async () => {
      const own = await world.store.listRolling();
      return [
        ...own.map((one) => ({ ...one, app: 'gone', rollout: { ...one.rollout, releaseId: 'x' } })),
        ...own,
      ];
    };
    const findRelease: typeof store.findRelease = (app, id) =>
      app === 'gone' ? Promise.reject(new Error('broken')) : store.findRelease(app, id);
    const news = { onHalt: () => undefined, onWarning: () => undefined };
    const changing = createUnitOfWork({ store, clock, settled: async () => undefined });
    const one = createRolloutSupervisor({
      store: { ...store, listRolling, findRelease },
      clock,
      ...changing,
      ...news,
    });
    clock.advance(24 * hour);
    await assert.rejects(one.evaluateAll(), /broken/);
    assert.equal((await rollout()).permille, 100);
    await supervisor.evaluateAll();
  });
});

describe('a clock that jumps ahead', () => {
  const month = 30 * 24 * hour;

  /** A database with its own clock, which `getTime` reads. */
  const withTime = (
    store: Awaited<ReturnType<typeof createRollingWorld>>['store'],
    getTime: () => string,
  ) => {
    const readDatabaseTime = async () => getTime();
    const { transaction } = store;
    const withClock: typeof transaction = (change) =>
      transaction((tx) => change({ ...tx, readDatabaseTime }));
    Object.assign(store, { readDatabaseTime, transaction: withClock });
  };

  it('takes no step if the database has its own clock', async () => {
    const { clock, supervisor, store, rollout } = await createRollingWorld();
    const now = clock.now();
    withTime(store, () => now);
    clock.advance(month);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 10);
  });

  it('is distinguished from a slow one by the time of the database', async () => {
    const { clock, supervisor, store, rollout, warnings } = await createRollingWorld();
    const before = await rollout();
    let time = clock.now();
    withTime(store, () => time);
    clock.advance(-month);
    await supervisor.evaluateAll();
    assert.deepEqual([await rollout(), warnings], [before, []]);
    time = clock.now();
    await supervisor.evaluateAll();
    assert.deepEqual([(await rollout()).steppedAt, warnings], [time, ['clock-ahead']]);
  });

  it('does not delay the next step once it is correct again', async () => {
    const { clock, supervisor, rollout, warnings } = await createRollingWorld();
    clock.advance(month);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 100);
    clock.advance(-month);
    await supervisor.evaluateAll();
    assert.deepEqual([(await rollout()).steppedAt, warnings], [clock.now(), ['clock-ahead']]);
    clock.advance(24 * hour - 1);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).state, 'rolling');
    clock.advance(1);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).state, 'done');
    assert.equal(warnings.length, 1);
  });
});

describe('the exposure cap of a rollout', () => {
  it('is reached when enough clients have the release, and is lifted by the next step', async () => {
    const { clock, supervisor, rollout, give, id, actions } = await createRollingWorld({ fleetSize: 1000 });
    await give(id, 9);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).capReached, false);
    await give(id, 1, 'mac');
    await Promise.all([supervisor.evaluateAll(), supervisor.evaluateAll()]);
    assert.equal((await rollout()).capReached, true);
    clock.advance(24 * hour);
    await supervisor.evaluateAll();
    assert.deepEqual([(await rollout()).capReached, (await rollout()).permille], [false, 100]);
    assert.deepEqual((await actions()).slice(2), ['rollout.cap by service', 'rollout.advance by service']);
  });

  it('takes the fleet size from the most downloads of the last three releases in 30 days', async () => {
    const { clock, supervisor, rollout, download, give, id, baseId } = await createRollingWorld();
    await download(baseId, 400);
    clock.advance(29 * 24 * hour);
    await download(baseId, 100, 'mac');
    clock.advance(24 * hour);
    await download(baseId, 1000);
    await give(id, 4);
    const { exposed } = await supervisor.getStatus('app', id);
    assert.deepEqual(exposed, { downloads: 4, fleetSize: 500 });
    assert.equal((await rollout()).permille, 10);
  });

  it('does not flap if nodes read the fleet size at different times', async () => {
    const world = await createRollingWorld();
    const { store, clock, rollout, download, give, id, baseId, actions } = world;
    const news = { onHalt: () => undefined, onWarning: () => undefined };
    const changing = createUnitOfWork({ store, clock, settled: async () => undefined });
    const [early, late] = [1, 2].map(() => createRolloutSupervisor({ store, clock, ...changing, ...news }));
    await download(baseId, 1000);
    await early?.evaluateAll();
    await download(baseId, 1000);
    await give(id, 15);
    for (let looks = 0; looks < 3; looks++) {
      await late?.evaluateAll();
      await early?.evaluateAll();
    }
    assert.equal((await rollout()).capReached, false, '20 are asked for');
    assert.deepEqual((await actions()).slice(2), []);
  });

  it('does not exist if the fleet size is unknown or clients without an ID are held', async () => {
    for (const options of [{}, { fleetSize: 10, withoutId: 'hold' as const }]) {
      const { supervisor, rollout, give, id } = await createRollingWorld(options);
      await give(id, 5000);
      await supervisor.evaluateAll();
      assert.equal((await rollout()).capReached, false);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Refusal } from '../../../src/domain/model/errors.ts';
import { createRolloutSupervisor } from '../../../src/domain/rollouts/supervisor.ts';
import { createUnitOfWork } from '../../../src/domain/unit-of-work.ts';
import { createRollingWorld, hour, step } from './rolling-world.ts';

describe('a rollout goes on by itself', () => {
  it('takes each step when its hours have passed, and ends with the last', async () => {
    const { clock, watching, rollout, actions } = await createRollingWorld();
    await watching.watch();
    assert.equal((await rollout()).permille, 10);
    clock.advance(24 * hour - 1);
    await watching.watch();
    assert.equal((await rollout()).permille, 10, 'not a second early');
    clock.advance(1);
    await watching.watch();
    assert.equal((await rollout()).permille, 100);
    await watching.watch();
    assert.equal((await rollout()).permille, 100, 'the hours of the next begin with the step');
    clock.advance(24 * hour);
    await watching.watch();
    const { state, permille } = await rollout();
    assert.deepEqual([state, permille], ['done', 1000]);
    clock.advance(24 * hour);
    await watching.watch();
    assert.deepEqual((await actions()).slice(2), [
      'rollout.advance by service',
      'rollout.complete by service',
    ]);
  });

  it('is stepped once by jobs that run at the same time', async () => {
    const { clock, watching, rollout, actions } = await createRollingWorld();
    clock.advance(24 * hour);
    await Promise.all(Array.from({ length: 8 }, () => watching.watch()));
    assert.equal((await rollout()).permille, 100);
    assert.deepEqual((await actions()).slice(2), ['rollout.advance by service']);
  });

  it('waits for a person, for downloads and for outcomes', async () => {
    const steps = [
      step(10),
      step(20, 0, { downloads: 50 }),
      step(30, 0, { outcomes: 100 }),
      step(40, 1, { approval: true }),
    ] as const;
    const world = await createRollingWorld({ steps: [...steps] as never });
    const look = async () => {
      await world.watching.watch();
      return (await world.rollout()).permille;
    };
    await world.give(world.id, 49);
    assert.equal(await look(), 10);
    await world.give(world.id, 1, 'mac');
    assert.equal(await look(), 20);
    await world.tell(0, 99);
    assert.equal(await look(), 20);
    await world.tell(1, 0);
    assert.equal(await look(), 30);
    world.clock.advance(1000 * hour);
    assert.equal(await look(), 30);
    await world.rollingOut.advance(world.caller, world.id, undefined);
    assert.equal(await look(), 40);
  });

  it('stands still while it is paused, and waits anew when it is resumed', async () => {
    const { clock, watching, rollingOut, rollout, caller, id } = await createRollingWorld();
    clock.advance(23 * hour);
    await rollingOut.pause(caller, id, 'lunch');
    clock.advance(23 * hour);
    await watching.watch();
    assert.equal((await rollout()).permille, 10);
    await rollingOut.resume(caller, id, undefined);
    clock.advance(23 * hour);
    await watching.watch();
    assert.equal((await rollout()).permille, 10);
    clock.advance(hour);
    await watching.watch();
    assert.equal((await rollout()).permille, 100);
  });

  it('does nothing while the database is away, and goes on afterwards', async () => {
    const { clock, watching, rollout, setAway } = await createRollingWorld();
    clock.advance(24 * hour);
    setAway(true);
    await assert.rejects(watching.watch(), (error) => (error as Refusal).code === 'database-unavailable');
    setAway(false);
    assert.equal((await rollout()).permille, 10);
    await watching.watch();
    assert.equal((await rollout()).permille, 100);
  });

  it('looks at all, though one of them fails', async () => {
    const world = await createRollingWorld();
    const { store, clock, watching, rollout } = world;
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
    await assert.rejects(one.watch(), /broken/);
    assert.equal((await rollout()).permille, 100);
    await watching.watch();
  });
});

describe('a clock that jumps ahead', () => {
  const month = 30 * 24 * hour;

  /** A database with its own clock, which `tell` reads. */
  const withTime = (store: Awaited<ReturnType<typeof createRollingWorld>>['store'], tell: () => string) => {
    const readTime = async () => tell();
    const { transaction } = store;
    const withClock: typeof transaction = (change) => transaction((tx) => change({ ...tx, readTime }));
    Object.assign(store, { readTime, transaction: withClock });
  };

  it('takes no step where the database knows the time', async () => {
    const { clock, watching, store, rollout } = await createRollingWorld();
    const now = clock.now();
    withTime(store, () => now);
    clock.advance(month);
    await watching.watch();
    assert.equal((await rollout()).permille, 10);
  });

  it('is told from one that is slow by the time of the database', async () => {
    const { clock, watching, store, rollout, warnings } = await createRollingWorld();
    const before = await rollout();
    let time = clock.now();
    withTime(store, () => time);
    clock.advance(-month);
    await watching.watch();
    assert.deepEqual([await rollout(), warnings], [before, []]);
    time = clock.now();
    await watching.watch();
    assert.deepEqual([(await rollout()).steppedAt, warnings], [time, ['clock-ahead']]);
  });

  it('does not keep the next step waiting once it is right again', async () => {
    const { clock, watching, rollout, warnings } = await createRollingWorld();
    clock.advance(month);
    await watching.watch();
    assert.equal((await rollout()).permille, 100);
    clock.advance(-month);
    await watching.watch();
    assert.deepEqual([(await rollout()).steppedAt, warnings], [clock.now(), ['clock-ahead']]);
    clock.advance(24 * hour - 1);
    await watching.watch();
    assert.equal((await rollout()).state, 'rolling');
    clock.advance(1);
    await watching.watch();
    assert.equal((await rollout()).state, 'done');
    assert.equal(warnings.length, 1);
  });
});

describe('the door of a rollout', () => {
  it('shuts when as many have the release as were asked for, and opens with the next step', async () => {
    const { clock, watching, rollout, give, id, actions } = await createRollingWorld({ fleetSize: 1000 });
    await give(id, 9);
    await watching.watch();
    assert.equal((await rollout()).capReached, false);
    await give(id, 1, 'mac');
    await Promise.all([watching.watch(), watching.watch()]);
    assert.equal((await rollout()).capReached, true);
    clock.advance(24 * hour);
    await watching.watch();
    assert.deepEqual([(await rollout()).capReached, (await rollout()).permille], [false, 100]);
    assert.deepEqual((await actions()).slice(2), ['rollout.cap by service', 'rollout.advance by service']);
  });

  it('knows the fleet by the most that one of the last three releases reached in 30 days', async () => {
    const { clock, watching, rollout, download, give, id, baseId } = await createRollingWorld();
    await download(baseId, 400);
    clock.advance(29 * 24 * hour);
    await download(baseId, 100, 'mac');
    clock.advance(24 * hour);
    await download(baseId, 1000);
    await give(id, 4);
    const { exposed } = await watching.show('app', id);
    assert.deepEqual(exposed, { downloads: 4, fleetSize: 500 });
    assert.equal((await rollout()).permille, 10);
  });

  it('is not shut and opened in turn by nodes that saw the fleet at different times', async () => {
    const world = await createRollingWorld();
    const { store, clock, rollout, download, give, id, baseId, actions } = world;
    const news = { onHalt: () => undefined, onWarning: () => undefined };
    const changing = createUnitOfWork({ store, clock, settled: async () => undefined });
    const [early, late] = [1, 2].map(() => createRolloutSupervisor({ store, clock, ...changing, ...news }));
    await download(baseId, 1000);
    await early?.watch();
    await download(baseId, 1000);
    await give(id, 15);
    for (let looks = 0; looks < 3; looks++) {
      await late?.watch();
      await early?.watch();
    }
    assert.equal((await rollout()).capReached, false, '20 are asked for');
    assert.deepEqual((await actions()).slice(2), []);
  });

  it('is none where the fleet is not known, or clients without an id are held anyway', async () => {
    for (const wishes of [{}, { fleetSize: 10, withoutId: 'hold' as const }]) {
      const { watching, rollout, give, id } = await createRollingWorld(wishes);
      await give(id, 5000);
      await watching.watch();
      assert.equal((await rollout()).capReached, false);
    }
  });
});

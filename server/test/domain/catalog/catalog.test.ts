import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSlots } from '../../../src/domain/catalog/slots.ts';
import { decide, planFor } from '../../../src/domain/decision/decide.ts';
import { admin, createWorld, type World } from '../world.ts';

const target = 'linux-x86_64';
const host = 'hello.localhost';

const start = async (options: Parameters<typeof createWorld>[0] = {}): Promise<World> => {
  const world = createWorld(options);
  await world.administering.createApp({ slug: 'hello' }, admin);
  return world;
};

const offered = async ({ catalog }: World): Promise<string | undefined> => {
  const site = await catalog.find(host);
  return site === undefined ? undefined : decide(planFor(site, 'stable', target), {})?.release.version;
};

describe('the catalog', () => {
  test('who publishes and then checks sees the release', async () => {
    const world = await start();
    assert.equal(await offered(world), undefined);
    for (const version of ['1.0.0', '1.1.0', '1.0.5']) {
      await world.release('hello', { version }, [target]);
      assert.equal(await offered(world), version);
    }
  });

  test('withdraw, restore and prune are seen when they are acknowledged', async () => {
    const world = await start();
    await world.release('hello', { version: '1.0.0' }, [target]);
    const id = await world.release('hello', { version: '2.0.0' }, [target]);
    const caller = { app: 'hello', actor: admin };
    assert.equal(await offered(world), '2.0.0');
    await world.withdrawing.withdraw(caller, id, 'bad');
    assert.equal(await offered(world), '1.0.0');
    await world.withdrawing.restore(caller, id);
    assert.equal(await offered(world), '2.0.0');
    await world.withdrawing.prune(caller, id, target);
    assert.equal(await offered(world), '1.0.0');
  });

  test('a warm site costs no call of the store', async () => {
    const world = await start();
    await world.release('hello', { version: '1.0.0' }, [target]);
    await offered(world);
    const before = world.total();
    for (let i = 0; i < 100; i++) await offered(world);
    assert.ok(world.catalog.peek(host));
    assert.equal(world.total(), before);
  });

  test('a host that is nobody’s is looked up once, and again when anything changed', async () => {
    const world = await start();
    for (let i = 0; i < 10; i++) assert.equal(await world.catalog.find('none.localhost'), undefined);
    assert.equal(world.callsOf('findAppByPublicSlug'), 1);
    assert.equal(world.catalog.peek('none.localhost'), null);
    await world.administering.createApp({ slug: 'none' }, admin);
    assert.ok(await world.catalog.find('none.localhost'));
  });

  test('many who ask for a cold site at once cost one load', async () => {
    const world = await start();
    await Promise.all(Array.from({ length: 50 }, () => offered(world)));
    assert.equal(world.callsOf('findAppByPublicSlug'), 1);
  });

  test('with the database away, what was seen goes on answering and what was not is refused', async () => {
    const world = await start();
    await world.release('hello', { version: '1.0.0' }, [target]);
    assert.equal(await offered(world), '1.0.0');
    world.setAway(true);
    assert.equal(await offered(world), '1.0.0');
    await assert.rejects(world.catalog.find('other.localhost'), { code: 'database-unavailable' });
    world.setAway(false);
    assert.equal(await world.catalog.find('other.localhost'), undefined, 'the failure is not remembered');
  });

  test('a change that could not be loaded is caught up with, and the last good answer stands meanwhile', async () => {
    const world = await start();
    const id = await world.release('hello', { version: '1.0.0' }, [target]);
    await offered(world);
    // The change is announced, and the database fails before it can be read.
    await world.store.transaction(async (tx) => {
      await tx.setWithdrawn(id, { at: world.clock.now(), reason: 'bad' });
      await tx.raiseGeneration('hello');
      world.setAway(true);
    });
    await world.catalog.settled();
    assert.equal(await offered(world), '1.0.0');
    assert.equal(world.catalog.stats().stale, 1);
    await world.catalog.refreshStale();
    assert.equal(world.catalog.stats().stale, 1);
    world.setAway(false);
    await world.catalog.refreshStale();
    assert.equal(await offered(world), undefined);
    assert.equal(world.catalog.stats().stale, 0);
  });

  test('what changes while it is loaded is loaded again before it is shown', async () => {
    const world = await start();
    const id = await world.release('hello', { version: '1.0.0' }, [target]);
    const release = world.hold();
    const asked = offered(world);
    await new Promise((resolve) => setImmediate(resolve));
    const withdrawn = world.withdrawing.withdraw({ app: 'hello', actor: admin }, id, 'bad');
    await new Promise((resolve) => setTimeout(resolve, 20));
    release();
    await withdrawn;
    assert.equal(await asked, undefined);
    assert.equal(await offered(world), undefined);
  });

  test('it holds no more than it may, forgets what nobody asks for, and weighs nothing when empty', async () => {
    const world = createWorld({ maxWeightBytes: 100_000 });
    for (let i = 0; i < 100; i++) {
      await world.administering.createApp({ slug: `app-${i}` }, admin);
      await world.release(`app-${i}`, { version: '1.0.0' }, [target]);
    }
    for (let i = 0; i < 100; i++) {
      await world.catalog.find(`app-${i}.localhost`);
      await world.catalog.find('app-0.localhost');
      assert.ok(world.catalog.stats().weightBytes <= 100_000);
    }
    assert.ok(world.catalog.stats().sites < 100);
    assert.ok(world.catalog.peek('app-0.localhost'), 'the one that is asked for again and again stays');
  });

  test('a site is seated until it is another one, or out of memory', async () => {
    const world = createWorld({ maxWeightBytes: 100_000 });
    const seatOf = async (slug: string) => {
      const site = await world.catalog.find(`${slug}.localhost`);
      const seated = site && world.catalog.seatOf(site);
      assert.ok(seated);
      return { site, isSeated: () => world.catalog.isSeated(seated.seat, seated.stamp) };
    };
    const make = async (slug: string): Promise<void> => {
      await world.administering.createApp({ slug }, admin);
      await world.release(slug, { version: '1.0.0' }, [target]);
    };
    await make('one');
    const first = await seatOf('one');
    assert.equal(first.isSeated(), true);
    await world.release('one', { version: '1.1.0' }, [target]);
    assert.equal(first.isSeated(), false);
    assert.equal(world.catalog.seatOf(first.site), undefined);
    const second = await seatOf('one');
    assert.equal(second.isSeated(), true);
    for (let i = 0; i < 100; i++) {
      await make(`app-${i}`);
      await seatOf(`app-${i}`);
    }
    assert.equal(second.isSeated(), false);
  });

  test('to ask whether a site is seated is to ask for it', () => {
    const seats = createSlots();
    const seat = seats.take();
    const { stamp } = seats.seated(seat);
    assert.deepEqual([seats.wasUsed(seat), seats.wasUsed(seat)], [true, false]);
    // The stamp stays the same, whether requested or not.
    assert.equal(seats.seated(seat).stamp, stamp);
    assert.ok(seats.isSeated(seat, stamp));
    assert.deepEqual([seats.wasUsed(seat), seats.wasUsed(seat)], [true, false]);
    seats.leave(seat);
    assert.equal(seats.take(), seat);
    assert.equal(seats.isSeated(seat, stamp), false);
    // More than the initial capacity.
    const others = Array.from({ length: 3000 }, seats.take);
    assert.equal(new Set([seat, ...others]).size, 3001);
    assert.ok(others.every((other) => seats.isSeated(other, seats.seated(other).stamp)));
    assert.equal(seats.isSeated(1_000_000, stamp), false);
  });
});

describe('downloads that are remembered', () => {
  test('a prune that commits while the look-up is under way is seen by the next download', async () => {
    const world = await start();
    const id = await world.release('hello', { version: '1.0.0' }, [target]);
    const site = await world.catalog.find(host);
    assert.ok(site);
    const release = world.hold();
    const first = world.downloading.find(site, id, target);
    await new Promise((resolve) => setImmediate(resolve));
    const pruned = world.withdrawing.prune({ app: 'hello', actor: admin }, id, target);
    await new Promise((resolve) => setTimeout(resolve, 20));
    release();
    await Promise.allSettled([first, pruned]);
    await assert.rejects(world.downloading.find(site, id, target), { code: 'artifact-pruned' });
  });

  test('with the database away, what was downloaded here before still is', async () => {
    const world = await start();
    const id = await world.release('hello', { version: '1.0.0' }, [target]);
    const site = await world.catalog.find(host);
    assert.ok(site);
    await world.downloading.find(site, id, target);
    world.setAway(true);
    assert.equal((await world.downloading.find(site, id, target)).release.id, id);
    await assert.rejects(world.downloading.find(site, 'rel_other', target), { code: 'database-unavailable' });
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSlots } from '../../../src/domain/catalog/slots.ts';
import { decide } from '../../../src/domain/decision/decide.ts';
import { planFor } from '../../../src/domain/decision/planner.ts';
import { admin, createWorld, type World } from '../world.ts';

const target = 'linux-x86_64';
const host = 'hello.localhost';

const start = async (options: Parameters<typeof createWorld>[0] = {}): Promise<World> => {
  const world = createWorld(options);
  await world.appAdmin.createApp({ slug: 'hello' }, admin);
  return world;
};

const offered = async ({ catalog }: World): Promise<string | undefined> => {
  const site = await catalog.find(host);
  return site === undefined
    ? undefined
    : decide(planFor(site, { channel: 'stable', target }), {})?.release.version;
};

describe('the catalog', () => {
  test('a published release is offered to the next check', async () => {
    const world = await start();
    assert.equal(await offered(world), undefined);
    for (const version of ['1.0.0', '1.1.0', '1.0.5']) {
      await world.release('hello', { version }, [target]);
      assert.equal(await offered(world), version);
    }
  });

  test('withdraw, restore and prune are visible once they are acknowledged', async () => {
    const world = await start();
    await world.release('hello', { version: '1.0.0' }, [target]);
    const id = await world.release('hello', { version: '2.0.0' }, [target]);
    const caller = { app: 'hello', actor: admin };
    assert.equal(await offered(world), '2.0.0');
    await world.withdrawals.withdraw(caller, id, 'bad');
    assert.equal(await offered(world), '1.0.0');
    await world.withdrawals.restore(caller, id);
    assert.equal(await offered(world), '2.0.0');
    await world.withdrawals.prune(caller, id, target);
    assert.equal(await offered(world), '1.0.0');
  });

  test('a cached site needs no store call', async () => {
    const world = await start();
    await world.release('hello', { version: '1.0.0' }, [target]);
    await offered(world);
    const before = world.total();
    for (let i = 0; i < 100; i++) await offered(world);
    assert.ok(world.catalog.peek(host));
    assert.equal(world.total(), before);
  });

  test('a host without an app is looked up once, and again after any change', async () => {
    const world = await start();
    for (let i = 0; i < 10; i++) assert.equal(await world.catalog.find('none.localhost'), undefined);
    assert.equal(world.callsOf('findAppByPublicSlug'), 1);
    assert.equal(world.catalog.peek('none.localhost'), null);
    await world.appAdmin.createApp({ slug: 'none' }, admin);
    assert.ok(await world.catalog.find('none.localhost'));
  });

  test('concurrent requests for an uncached site share one load', async () => {
    const world = await start();
    await Promise.all(Array.from({ length: 50 }, () => offered(world)));
    assert.equal(world.callsOf('findAppByPublicSlug'), 1);
  });

  test('with the database unavailable, cached sites are served and others are refused', async () => {
    const world = await start();
    await world.release('hello', { version: '1.0.0' }, [target]);
    assert.equal(await offered(world), '1.0.0');
    world.setAway(true);
    assert.equal(await offered(world), '1.0.0');
    await assert.rejects(world.catalog.find('other.localhost'), { code: 'database-unavailable' });
    world.setAway(false);
    assert.equal(await world.catalog.find('other.localhost'), undefined, 'the failure is not remembered');
  });

  test('a change that could not be loaded is retried, and the old site is served meanwhile', async () => {
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

  test('a site that changes during its load is loaded again before it is served', async () => {
    const world = await start();
    const id = await world.release('hello', { version: '1.0.0' }, [target]);
    const release = world.hold();
    const pending = offered(world);
    await new Promise((resolve) => setImmediate(resolve));
    const withdrawn = world.withdrawals.withdraw({ app: 'hello', actor: admin }, id, 'bad');
    await new Promise((resolve) => setTimeout(resolve, 20));
    release();
    await withdrawn;
    assert.equal(await pending, undefined);
    assert.equal(await offered(world), undefined);
  });

  test('it stays within its memory limit and evicts sites that are not requested', async () => {
    const world = createWorld({ maxWeightBytes: 100_000 });
    for (let i = 0; i < 100; i++) {
      await world.appAdmin.createApp({ slug: `app-${i}` }, admin);
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

  test('a site has its slot until it is replaced or evicted', async () => {
    const world = createWorld({ maxWeightBytes: 100_000 });
    const findSlot = async (slug: string) => {
      const site = await world.catalog.find(`${slug}.localhost`);
      const slotRef = site && world.catalog.slotOf(site);
      assert.ok(slotRef);
      return { site, hasSlot: () => world.catalog.isSlotCurrent(slotRef.slot, slotRef.generation) };
    };
    const make = async (slug: string): Promise<void> => {
      await world.appAdmin.createApp({ slug }, admin);
      await world.release(slug, { version: '1.0.0' }, [target]);
    };
    await make('one');
    const first = await findSlot('one');
    assert.equal(first.hasSlot(), true);
    await world.release('one', { version: '1.1.0' }, [target]);
    assert.equal(first.hasSlot(), false);
    assert.equal(world.catalog.slotOf(first.site), undefined);
    const second = await findSlot('one');
    assert.equal(second.hasSlot(), true);
    for (let i = 0; i < 100; i++) {
      await make(`app-${i}`);
      await findSlot(`app-${i}`);
    }
    assert.equal(second.hasSlot(), false);
  });

  test('checking whether a slot is current marks it as used', () => {
    const slots = createSlots();
    const slot = slots.allocate();
    const { generation } = slots.slotRef(slot);
    assert.deepEqual([slots.wasUsed(slot), slots.wasUsed(slot)], [true, false]);
    // The stamp stays the same, whether requested or not.
    assert.equal(slots.slotRef(slot).generation, generation);
    assert.ok(slots.isCurrent(slot, generation));
    assert.deepEqual([slots.wasUsed(slot), slots.wasUsed(slot)], [true, false]);
    slots.release(slot);
    assert.equal(slots.allocate(), slot);
    assert.equal(slots.isCurrent(slot, generation), false);
    // More than the initial capacity.
    const others = Array.from({ length: 3000 }, slots.allocate);
    assert.equal(new Set([slot, ...others]).size, 3001);
    assert.ok(others.every((other) => slots.isCurrent(other, slots.slotRef(other).generation)));
    assert.equal(slots.isCurrent(1_000_000, generation), false);
  });
});

describe('cached downloads', () => {
  test('a prune that commits during a lookup is visible to the next download', async () => {
    const world = await start();
    const id = await world.release('hello', { version: '1.0.0' }, [target]);
    const site = await world.catalog.find(host);
    assert.ok(site);
    const release = world.hold();
    const first = world.downloads.find(site, id, target);
    await new Promise((resolve) => setImmediate(resolve));
    const pruned = world.withdrawals.prune({ app: 'hello', actor: admin }, id, target);
    await new Promise((resolve) => setTimeout(resolve, 20));
    release();
    await Promise.allSettled([first, pruned]);
    await assert.rejects(world.downloads.find(site, id, target), { code: 'artifact-pruned' });
  });

  test('with the database unavailable, cached downloads still work', async () => {
    const world = await start();
    const id = await world.release('hello', { version: '1.0.0' }, [target]);
    const site = await world.catalog.find(host);
    assert.ok(site);
    await world.downloads.find(site, id, target);
    world.setAway(true);
    assert.equal((await world.downloads.find(site, id, target)).release.id, id);
    await assert.rejects(world.downloads.find(site, 'rel_other', target), { code: 'database-unavailable' });
  });
});

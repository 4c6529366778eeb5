import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/model/errors.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { appNamed, at, draftOf, type Opened, publish, seedApp, seedDraft, unique } from './fixtures.ts';

/** Opens two stores on the same data and closes them in any case. */
const withTwo = async (open: () => Promise<Opened>, run: (one: Store, two: Store) => Promise<void>) => {
  const opened = await open();
  const two = await opened.another?.();
  assert.ok(two);
  try {
    await run(opened.store, two);
  } finally {
    await two.close();
    await opened.close();
  }
};

/** Resolves when the store has announced the app; the test's timeout limits the wait. */
const waitForChange = (store: Store, slug: string): Promise<void> =>
  new Promise((resolve) => store.watch((apps) => apps?.includes(slug) && resolve()));

/** Several processes on the same data. */
export const sharingCases = (open: () => Promise<Opened>): void => {
  describe('shared by several processes', () => {
    it('can be opened and migrated by all at once', async () => {
      const opened = await open();
      const others = await Promise.all([1, 2, 3].map(() => opened.another?.()));
      for (const other of others) {
        await other?.ping();
        await other?.close();
      }
      await opened.close();
    });

    it('notifies each of changes by another, once', { timeout: 60_000 }, () =>
      withTwo(open, async (one, two) => {
        const { slug } = await seedApp(one);
        const calls: (readonly string[] | undefined)[] = [];
        two.watch((apps) => calls.push(apps));
        const notified = waitForChange(two, slug);
        await one.transaction((tx) => tx.raiseGeneration(slug));
        await notified;
        const rows = [{ app: slug, day: '2026-01-31', releaseId: 'r', target: 't', bytes: 1, downloads: 1 }];
        await one.addUsage({ node: unique('node'), sequence: 1, at: at(1), rows });
        await new Promise((resolve) => setTimeout(resolve, 500));
        assert.deepEqual(calls, [[slug]], 'and not of counts');
      }),
    );

    it('knows which change it has announced, its own at once and others after catching up', () =>
      withTwo(open, async (one, two) => {
        const [{ slug }, other] = [await seedApp(one), await seedApp(one)];
        const first = await one.transaction((tx) => tx.raiseGeneration(slug));
        const second = await one.transaction((tx) => tx.raiseGeneration(slug));
        assert.equal(one.hasNotified(slug, second), true);
        assert.equal(one.hasNotified(slug, second + 1), false);
        await two.catchUp();
        assert.equal(two.hasNotified(slug, first), true, 'an earlier one, too');
        assert.equal(two.hasNotified(slug, second), true);
        const generations = await two.listGenerations([slug, other.slug, 'unknown']);
        assert.deepEqual([...generations], [[slug, second]]);
        assert.equal((await two.listGenerations([])).size, 0);
      }));

    it('announces all earlier changes to a process that catches up', () =>
      withTwo(open, async (one, two) => {
        const { slug } = await seedApp(one);
        for (let round = 0; round < 5; round++) {
          const calls: (readonly string[] | undefined)[] = [];
          two.watch((apps) => calls.push(apps));
          await one.transaction((tx) => tx.raiseGeneration(slug));
          await Promise.all([two.catchUp(), two.catchUp()]);
          assert.deepEqual(calls, [[slug]]);
        }
      }));

    it('announces a deleted app, too', { timeout: 60_000 }, () =>
      withTwo(open, async (one, two) => {
        const { slug } = await seedApp(one);
        const notified = waitForChange(two, slug);
        await one.transaction(async (tx) => {
          await tx.raiseGeneration(slug);
          await tx.deleteApp(slug);
        });
        await notified;
        assert.equal(await two.findApp(slug), undefined);
      }),
    );

    it('misses no change when all change at once', { timeout: 60_000 }, () =>
      withTwo(open, async (one, two) => {
        const apps = await Promise.all(Array.from({ length: 10 }, () => seedApp(one)));
        const notified = [one, two].map((store) =>
          Promise.all(apps.map(({ slug }) => waitForChange(store, slug))),
        );
        const raise = (store: Store, slug: string) => store.transaction((tx) => tx.raiseGeneration(slug));
        await Promise.all(apps.map(({ slug }, i) => raise(i % 2 ? one : two, slug)));
        await Promise.all(notified);
      }),
    );

    it('has one winner for a publish, a slug and a setting', { timeout: 60_000 }, () =>
      withTwo(open, async (one, two) => {
        const { slug } = await seedApp(one);
        const setting = unique('setting');
        const claims = [one, two].map((store, i) =>
          store.transaction((tx) => tx.claimSetting(setting, `${i}`)),
        );
        assert.equal(new Set(await Promise.all(claims)).size, 1);
        for (let round = 0; round < 10; round++) {
          const { release, artifacts } = await seedDraft(one, draftOf(slug, `1.${round}.0`), ['a']);
          const wins = await Promise.all([one, two].map((store) => publish(store, release, artifacts)));
          assert.equal(wins.filter(Boolean).length, 1);
          const taken = unique('app');
          const inserts = [one, two].map((store) => store.transaction((tx) => tx.insertApp(appNamed(taken))));
          const refused = (await Promise.allSettled(inserts)).filter(({ status }) => status === 'rejected');
          assert.equal(refused.length, 1);
          assert.ok((refused[0] as PromiseRejectedResult).reason instanceof Conflict);
        }
      }),
    );
  });
};

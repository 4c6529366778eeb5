import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { appNamed, draftOf, type Opened, publish, seedApp, seedDraft, unique } from './fixtures.ts';

/** Behavior after a store is closed. */
export const durabilityCases = (open: () => Promise<Opened>): void => {
  describe('closed', () => {
    it('refuses what comes after', async () => {
      const { store, close } = await open();
      await store.close();
      const isRefused = (error: unknown) => error instanceof Refusal && error.code === 'database-unavailable';
      await assert.rejects(
        store.transaction((tx) => tx.lockApp('a')),
        isRefused,
      );
      await close();
    });

    it('finishes what was under way', async () => {
      const { store, close } = await open();
      const slugs = Array.from({ length: 5 }, () => unique('app'));
      const inserts = slugs.map((slug) => store.transaction((tx) => tx.insertApp(appNamed(slug))));
      await Promise.all([...inserts, store.close()]);
      await close();
    });
  });
};

/** Data survives a restart. */
export const reopenCases = (open: () => Promise<Opened>): void => {
  it('keeps everything when it is opened again', async () => {
    const opened = await open();
    const app = await seedApp(opened.store);
    const { release, artifacts } = await seedDraft(opened.store, draftOf(app.slug, '1.0.0'), ['a']);
    await publish(opened.store, release, artifacts);
    const before = await opened.store.findRelease(app.slug, release.id);
    const store = await opened.reopen?.();
    assert.ok(store);
    assert.deepEqual(await store.findApp(app.slug), app);
    assert.deepEqual(await store.findRelease(app.slug, release.id), before);
    assert.deepEqual(await store.listCandidates(app.slug), [before]);
    const next = await store.transaction((tx) => tx.raiseGeneration(app.slug));
    assert.ok(next > (before?.sequence ?? Number.POSITIVE_INFINITY), 'and counts on');
    await opened.close();
  });
};

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { openSqlite } from '../../../src/drivers/sqlite.ts';
import { draftOf, seedApp, seedPublished } from '../../conformance/store/fixtures.ts';
import { makeFolder } from '../../harness.ts';

/* Clients with a report key can name batches freely, and each is kept for a week: their number must stay bounded. */

describe('batches of health reports', () => {
  let folder: string;
  let store: Store;
  before(async () => {
    folder = await makeFolder();
    store = await openSqlite({ file: join(folder, 'slipway.db') });
  });
  after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('are remembered up to a limit, at constant cost', async () => {
    const { slug } = await seedApp(store);
    const { release } = await seedPublished(store, draftOf(slug, '1.0.0'), ['here']);
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    const instant = (number: number): string => new Date(start + number).toISOString();
    const most = bounds.batchesOfRelease;
    const claims = await store.transaction(async (tx) => {
      const mark = (batch: string, number: number) =>
        tx.claimBatch(release.id, batch, { at: instant(number), expireBefore: instant(0) });
      for (let number = 1; number <= most; number++) await mark(`${number}`, number);
      const repeated = await mark('1', most);
      // Excess batches are deleted at random intervals.
      for (let number = most + 1; number <= most + 2000; number++) await mark(`${number}`, number);
      return { repeated, forgotten: await mark('1', most + 2001), last: await mark(`${most}`, most + 2002) };
    });
    assert.deepEqual(claims, { repeated: false, forgotten: true, last: false });
  });
});

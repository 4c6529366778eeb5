import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { rowsPerChunk } from '../../../src/domain/fleet/counters/chunks.ts';
import type { FleetRow } from '../../../src/domain/model/fleet.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { openSqlite } from '../../../src/drivers/sqlite.ts';
import { makeFolder } from '../../harness.ts';

/*
 * The main-thread cost of writing counted checks when every app has an unpublished version: about three microseconds of
 * CPU time per row. One statement per app would take twenty-five; the test fails at ten.
 */

const [parts, most, tries] = [5, 10, 5];
const apps = parts * rowsPerChunk;
const slugOf = (n: number): string => `app-${String(n).padStart(6, '0')}`;

const rowsOf = (version: string): FleetRow[] =>
  Array.from({ length: apps }, (_, n) => ({
    ...{ app: slugOf(n), day: '2026-01-31', channel: 'stable', target: 'linux-x86_64', version },
    ...{ isUnpublished: true, checks: 1, offers: 0, withId: 0, proxied: 0 },
  }));

describe('writing the checks of twenty thousand apps', () => {
  let folder: string;
  let store: Store;
  let sequence = 0;
  before(async () => {
    folder = await makeFolder();
    const file = join(folder, 'slipway.db');
    store = await openSqlite({ file });
    const db = new DatabaseSync(file, { timeout: 60_000 });
    db.exec(`
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${apps - 1})
      insert into apps (id, slug, public_slug, name, adapter, created_at)
      select 'app_' || n, printf('app-%06d', n), 'public-' || n, 'App', 'rest', '2026-01-01T00:00:00.000Z' from numbers`);
    db.close();
  });
  after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Microseconds of this thread per row. */
  const costOf = async (rows: readonly FleetRow[]): Promise<number> => {
    const start = process.threadCpuUsage();
    for (let i = 0; i < rows.length; i += rowsPerChunk) {
      sequence += 1;
      const some = rows.slice(i, i + rowsPerChunk);
      const at = '2026-01-31T12:00:00.000Z';
      await store.addFleet({ node: 'node', sequence, at, rows: some, hours: [], sketches: [] });
    }
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / rows.length;
  };

  for (const what of ['the first time', 'again'])
    test(`costs the main thread little, ${what}`, async (t) => {
      let least = Number.POSITIVE_INFINITY;
      for (let time = 0; time < tries && least > most / 2; time++)
        least = Math.min(least, await costOf(rowsOf(what === 'again' ? '0.0' : `0.${time}`)));
      t.diagnostic(`${least.toFixed(2)} µs a row`);
      assert.ok(least < most, `${least} µs`);
    });
});

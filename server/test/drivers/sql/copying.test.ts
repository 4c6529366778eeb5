import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { OpenTables } from '../../../src/drivers/sql/copy-tables.ts';
import { openSqliteTables } from '../../../src/drivers/sqlite.ts';
import { everyRow } from './every-row.ts';
import { assertCopied, fill, tablesOf } from './filled.ts';

/* Copies between databases of one engine; commands/move-tables.test.ts does it across engines. */

describe('copying a database', () => {
  let folder: string;
  const opened: OpenTables[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-copying-'));
  });
  after(async () => {
    for (const one of opened) await one.close();
    await rm(folder, { recursive: true, force: true });
  });
  const open = async (name: string): Promise<OpenTables> => {
    const one = await openSqliteTables({ file: join(folder, name) });
    opened.push(one);
    return one;
  };

  test('every table of the newest migration has rows here, and all of them are carried over', async () => {
    const [from, to] = [await open('from.db'), await open('to.db')];
    assert.deepEqual((await tablesOf(from)).sort(), Object.keys(everyRow).sort());
    for (const [name, rows] of Object.entries(everyRow)) assert.ok(rows.length > 0, name);
    await fill(from);
    await assertCopied(from, to);
  });
});

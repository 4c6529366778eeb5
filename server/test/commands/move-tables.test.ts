import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type PostgresServer, startPostgres } from '../../../lab/postgres.ts';
import { openPostgresTables } from '../../src/drivers/postgres.ts';
import { copyTables, haveSameRows, type OpenTables } from '../../src/drivers/sql/copy-tables.ts';
import { openSqliteTables } from '../../src/drivers/sqlite.ts';
import { everyRow } from '../drivers/sql/every-row.ts';
import { assertCopied, fill } from '../drivers/sql/filled.ts';

/* Every table arrives complete in the other engine, including rollouts, evidence and the fleet. */

describe('a database that is moved', () => {
  let folder: string;
  let postgres: PostgresServer;
  const opened: OpenTables[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-tables-'));
    postgres = await startPostgres();
  });
  after(async () => {
    for (const one of opened) await one.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const openSqlite = async (name: string): Promise<OpenTables> => {
    const one = await openSqliteTables({ file: join(folder, name) });
    opened.push(one);
    return one;
  };
  const openPostgres = async (): Promise<OpenTables> => {
    const one = await openPostgresTables({ url: await postgres.createDatabase() });
    opened.push(one);
    return one;
  };

  test('goes from SQLite to PostgreSQL and back, table by table', async () => {
    const [first, second, third] = [await openSqlite('a.db'), await openPostgres(), await openSqlite('b.db')];
    await fill(first);
    await assertCopied(first, second);
    await assertCopied(second, third);
    await assertCopied(second, await openPostgres());
  });

  test('a row that differs, in whichever table, is noticed', async () => {
    const [from, to] = [await openSqlite('one.db'), await openSqlite('two.db')];
    await fill(from);
    await assertCopied(from, to);
    // Moving bytes raises these counters.
    const compared = Object.keys(everyRow).filter((name) => name !== 'changes' && name !== 'generation');
    for (const name of compared) {
      const lost = sql`delete from ${sql.table(name)}`;
      await sql`pragma foreign_keys = off`.execute(to.db);
      await lost.execute(to.db);
      assert.equal(await haveSameRows(from, to), false, name);
      await copyTables(from, to);
    }
  });
});

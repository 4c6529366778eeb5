import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A temporary database file with direct access for checks. */
export const withSqliteFile = async (
  run: (file: string, query: (sql: string) => unknown[]) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-file-'));
  const file = join(folder, 'slipway.db');
  try {
    await run(file, (sql) => {
      const db = new DatabaseSync(file, { readOnly: true });
      const rows = db.prepare(sql).all();
      db.close();
      return rows;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
};

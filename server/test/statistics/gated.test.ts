import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { type PostgresServer, startPostgres } from '../../../lab/postgres.ts';
import { openPostgres } from '../../src/drivers/postgres.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { createMemoryStore } from '../memory/store.ts';
import { gatedCases } from './gated.ts';

const count = 500;

let server: PostgresServer | undefined;
before(async () => {
  server = await startPostgres();
});
after(() => server?.stop());

gatedCases(
  'memory',
  async () => {
    const store = createMemoryStore();
    return { store, close: () => store.close() };
  },
  count,
);

gatedCases(
  'sqlite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-gated-'));
    const store = await openSqlite({ file: join(folder, 'slipway.db') });
    const close = async () => {
      await store.close();
      await rm(folder, { recursive: true });
    };
    return { store, close };
  },
  count,
);

gatedCases(
  'postgres',
  async () => {
    const store = await openPostgres({ url: (await server?.createDatabase()) ?? '' });
    return { store, close: () => store.close() };
  },
  count,
);

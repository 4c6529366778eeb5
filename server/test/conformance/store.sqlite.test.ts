import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { storeConformance } from './store.ts';

storeConformance(
  'sqlite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-store-'));
    const file = join(folder, 'data', 'slipway.db');
    let store = await openSqlite({ file });
    return {
      store,
      another: () => openSqlite({ file }),
      reopen: async () => {
        await store.close();
        store = await openSqlite({ file });
        return store;
      },
      close: async () => {
        await store.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  { sharing: true, durable: true },
);

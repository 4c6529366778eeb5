import { after, before } from 'node:test';
import { type PostgresServer, startPostgres } from '../../../lab/postgres.ts';
import { openPostgres } from '../../src/drivers/postgres.ts';
import { storeConformance } from './store.ts';

let server: PostgresServer | undefined;
before(async () => {
  server = await startPostgres();
});
after(() => server?.stop());

storeConformance(
  'postgres',
  async () => {
    const url = (await server?.createDatabase()) ?? '';
    // All changes arrive by notification: polling would be too late for every test.
    const open = () => openPostgres({ url, pollMs: 24 * 3_600_000 });
    let store = await open();
    return {
      store,
      another: open,
      reopen: async () => {
        await store.close();
        store = await open();
        return store;
      },
      close: () => store.close(),
    };
  },
  { sharing: true, durable: true },
);

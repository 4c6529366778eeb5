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
    let store = await openPostgres({ url });
    return {
      store,
      another: () => openPostgres({ url }),
      reopen: async () => {
        await store.close();
        store = await openPostgres({ url });
        return store;
      },
      close: () => store.close(),
    };
  },
  { sharing: true, durable: true },
);

import { after, before } from 'node:test';
import { type PostgresServer, startPostgres } from '../../../../lab/postgres.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { migratePostgres, openPostgres, type PostgresOptions } from '../../../src/drivers/postgres.ts';
import { createPostgresAdmin } from './postgres-admin.ts';

/** Whether a store failed as unavailable with a matching detail. */
export const isUnavailable = (detail: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === 'database-unavailable' && detail.test(error.message);

/** A PostgreSQL server with one migrated database, for the duration of a suite. */
export const usePostgres = () => {
  let server: PostgresServer | undefined;
  let url = '';
  before(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    await migratePostgres({ url });
  });
  after(() => server?.stop());

  const withStore = async (options: Partial<PostgresOptions>, run: (store: Store) => Promise<void>) => {
    const store = await openPostgres({ url, ...options });
    try {
      await run(store);
    } finally {
      await store.close();
    }
  };

  return { ...createPostgresAdmin(() => url), withStore, url: () => url, server: () => server };
};

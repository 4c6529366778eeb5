import assert from 'node:assert/strict';
import pg from 'pg';

/** A database administrator's view, next to the stores that use the database. */
export const createPostgresAdmin = (url: () => string) => {
  const withClient = async (run: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    try {
      await run(client);
    } finally {
      await client.end();
    }
  };

  /** Terminates matching connections of stores. */
  const killOthers = (where: string) =>
    withClient(async (client) => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'slipway' and pid <> pg_backend_pid() and ${where}`,
      );
      assert.ok(rowCount, 'somebody was there');
    });

  /** How many stores listen for changes. */
  const listeners = async (): Promise<number> => {
    let count = 0;
    await withClient(async (client) => {
      const { rows } = await client.query(
        `select count(*)::int as count from pg_stat_activity
         where application_name = 'slipway' and query like 'listen%'`,
      );
      count = rows[0].count;
    });
    return count;
  };

  return { withClient, killOthers, listeners };
};

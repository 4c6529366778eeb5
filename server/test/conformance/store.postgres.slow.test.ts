import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { migratePostgres } from '../../src/drivers/postgres.ts';
import { candidateIds } from '../../src/drivers/sql/releases/offered-releases.ts';
import type { Tables } from '../../src/drivers/sql/schema.ts';
import { migrateSqlite } from '../../src/drivers/sqlite.ts';
import { seedApp } from './store/fixtures.ts';
import { isUnavailable, usePostgres } from './store/postgres.ts';
import { withSqliteFile } from './store/sqlite-file.ts';

/** Compiles statements without running them. */
const compilingDialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a PostgreSQL database', () => {
  const { withStore, withClient, server } = usePostgres();

  it('that responds too slowly times out, and works afterward', () =>
    withStore({ statementTimeoutMs: 2000 }, async (store) => {
      const { slug } = await seedApp(store);
      const lock = () => store.transaction((tx) => tx.lockApp(slug));
      await withClient(async (client) => {
        await client.query('begin');
        await client.query('select * from apps where slug = $1 for update', [slug]);
        await assert.rejects(lock(), isUnavailable(/took too long to answer/));
      });
      assert.equal((await lock())?.slug, slug);
    }));

  it('ends an idle transaction', () =>
    withStore({ statementTimeoutMs: 2000 }, async (store) => {
      const { slug } = await seedApp(store);
      const change = store.transaction(async (tx) => {
        await tx.updateApp(slug, { name: 'idle' });
        await pause(5000);
        await tx.findApp(slug);
      });
      await assert.rejects(change, isUnavailable(/./));
      assert.notEqual((await store.findApp(slug))?.name, 'idle');
    }));

  it('limits concurrent and waiting requests', () =>
    withStore({ poolSize: 1, maxWaiting: 2, connectTimeoutMs: 3000 }, async (store) => {
      const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = store.transaction(() => {
        started.resolve();
        return gate.promise;
      });
      await started.promise;
      let isWaiting = true;
      const waiting = Promise.allSettled([store.ping(), store.ping()]).finally(() => {
        isWaiting = false;
      });
      await assert.rejects(store.ping(), isUnavailable(/^Too many requests/));
      assert.ok(isWaiting, 'at once: nobody waited to the end before');
      for (const outcome of await waiting) {
        assert.equal(outcome.status, 'rejected', 'not longer than they were told to');
        assert.ok(isUnavailable(/cannot be reached/)(outcome.reason));
      }
      gate.resolve();
      await holder;
      await store.ping();
    }));

  // Above 100,000 (jit_above_cost) PostgreSQL would JIT-compile the statement, which takes longer than running it.
  it('does not JIT-compile the query for a site', () =>
    withClient(async (client) => {
      const db = new Kysely<Tables>({ dialect: compilingDialect });
      const { sql, parameters } = db
        .selectFrom('releases')
        .select('id')
        .where('id', 'in', candidateIds('app'))
        .compile();
      const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters]);
      const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] })[
        'QUERY PLAN'
      ];
      assert.ok(plan['Total Cost'] < 50_000, String(plan['Total Cost']));
    }));

  it('is migrated once, whichever node starts first', async () => {
    const fresh = (await server()?.createDatabase()) ?? '';
    const ran = await Promise.all([1, 2, 3, 4].map(() => migratePostgres({ url: fresh })));
    const files = await readdir(new URL('../../src/drivers/sql/migrations/postgres/', import.meta.url));
    assert.deepEqual(ran.flat().toSorted(), files.map((file) => file.replace(/\.sql$/, '')).toSorted());
  });

  it('has the same tables and columns as SQLite', () =>
    withSqliteFile(async (file, query) => {
      await migrateSqlite({ file });
      const ours = query(
        `select m.name || '.' || c.name || case when c."notnull" or c.pk then '' else '?' end as name
         from sqlite_schema m join pragma_table_info(m.name) c
         where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'migrations%'`,
      );
      await withClient(async (client) => {
        const { rows } = await client.query(
          `select table_name || '.' || column_name || case is_nullable when 'NO' then '' else '?' end as name
           from information_schema.columns
           where table_schema = 'public' and table_name not like 'migrations%'`,
        );
        const sort = (all: { name: string }[]) => all.map(({ name }) => name).toSorted();
        assert.deepEqual(sort(rows), sort(ours as { name: string }[]));
        const { rows: collated } = await client.query(
          `select table_name, column_name from information_schema.columns
           where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`,
        );
        assert.deepEqual(collated, [], 'and text compares byte by byte');
      });
    }));
});

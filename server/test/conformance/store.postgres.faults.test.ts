import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type PostgresServer, startPostgres } from '../../../lab/postgres.ts';
import { eventually, until } from '../../../lab/until.ts';
import { Refusal } from '../../src/domain/nouns/errors.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { migratePostgres, openPostgres, type PostgresOptions } from '../../src/drivers/postgres.ts';
import { migrateSqlite } from '../../src/drivers/sqlite.ts';
import { appNamed, seedApp, unique } from './store/fixtures.ts';
import { createPostgresAdmin } from './store/postgres-admin.ts';
import { openProxy } from './store/proxy.ts';
import { withSqliteFile } from './store/sqlite-file.ts';

const isUnavailable = (detail: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === 'database-unavailable' && detail.test(error.message);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const toldOf = (store: Store, slug: string): Promise<void> =>
  new Promise((resolve) => store.watch((apps) => apps?.includes(slug) && resolve()));

describe('a PostgreSQL database', () => {
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
  const { withClient, killOthers, listeners } = createPostgresAdmin(() => url);

  it('that is away, unknown or locked to us is refused at once, in one sentence', {
    timeout: 120_000,
  }, async () => {
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return address.href;
    };
    // Longer than the test may take: whatever is refused was not waited for.
    const connectTimeoutMs = 600_000;
    const away = changed((address) => {
      address.port = '1';
    });
    await assert.rejects(
      openPostgres({ url: away, connectTimeoutMs }),
      isUnavailable(/^The database cannot be reached\.$/),
    );
    const nowhere = changed((address) => {
      address.pathname = '/nowhere';
    });
    await assert.rejects(openPostgres({ url: nowhere, connectTimeoutMs }), isUnavailable(/does not exist/));
    const stranger = changed((address) => {
      address.password = 'wrong';
    });
    await assert.rejects(
      openPostgres({ url: stranger, connectTimeoutMs }),
      isUnavailable(/user or password/),
    );
  });

  it('that answers too slowly is given up, and goes on afterwards', () =>
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

  it('does not wait for a change that does nothing', () =>
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

  it('is asked by so many at once, so many wait, and no more', () =>
    withStore({ poolSize: 1, maxWaiting: 2, connectTimeoutMs: 3000 }, async (store) => {
      const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = store.transaction(() => {
        held.resolve();
        return gate.promise;
      });
      await held.promise;
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

  it('that drops its connections refuses what was under way and serves what comes next', () =>
    withStore({}, async (store) => {
      const slug = unique('app');
      const change = store.transaction(async (tx) => {
        await tx.insertApp(appNamed(slug));
        await killOthers('true');
        await tx.findApp(slug);
      });
      await assert.rejects(change, isUnavailable(/./));
      // The end of an idle connection may be noticed only by whoever is given it.
      assert.equal(await eventually(() => store.findApp(slug)), undefined);
      await eventually(() => seedApp(store));
    }));

  it('keeps the own error of a change whose connection is gone', () =>
    withStore({}, async (store) => {
      const change = store.transaction(async (tx) => {
        await tx.findApp('a');
        await killOthers('true');
        await pause(50);
        throw new Error('my own');
      });
      await assert.rejects(change, /my own/);
    }));

  it('brings news again after the listening connection was lost', { timeout: 60_000 }, () =>
    // Without a poll: what is heard is heard by notice, or by catching up when it listens again.
    withStore({ pollMs: 24 * 3_600_000 }, async (store) => {
      await withStore({}, async (other) => {
        const [one, two] = [await seedApp(other), await seedApp(other)];
        const heard = [toldOf(store, one.slug), toldOf(store, two.slug)];
        await until('both listen', async () => (await listeners()) === 2);
        await killOthers(`query like 'listen%'`);
        await other.transaction((tx) => tx.raiseGeneration(one.slug));
        await heard[0];
        await until('both listen again', async () => (await listeners()) === 2);
        await other.transaction((tx) => tx.raiseGeneration(two.slug));
        await heard[1];
      });
    }),
  );

  it('that falls silent is given up, and heard of again when it is back', { timeout: 120_000 }, async () => {
    const proxy = await openProxy(url);
    const options = { url: proxy.url, statementTimeoutMs: 3000, connectTimeoutMs: 3000 };
    await withStore({}, (other) =>
      withStore(options, async (store) => {
        const { slug } = await seedApp(store);
        const heard = toldOf(store, slug);
        const leaving = await openPostgres(options);
        proxy.silence();
        await assert.rejects(store.ping(), isUnavailable(/cannot be reached/));
        await assert.rejects(
          store.transaction((tx) => tx.lockApp(slug)),
          isUnavailable(/cannot be reached/),
        );
        // Closing does not wait for it either: it is silent until it is restored.
        await leaving.close();
        await other.transaction((tx) => tx.raiseGeneration(slug));
        proxy.restore();
        await heard;
        await store.ping();
      }),
    );
    await proxy.close();
  });

  it(
    'that crashes and comes back has everything that was acknowledged, and is served on',
    { timeout: 120_000 },
    () =>
      withStore({}, async (store) => {
        const acknowledged: string[] = [];
        const write = async () => {
          for (;;) {
            const slug = unique('app');
            await store.transaction((tx) => tx.insertApp(appNamed(slug)));
            acknowledged.push(slug);
          }
        };
        const writers = Promise.allSettled([write(), write(), write()]);
        await pause(300);
        await server?.halt();
        for (const outcome of await writers)
          assert.ok(outcome.status === 'rejected' && isUnavailable(/./)(outcome.reason));
        await assert.rejects(store.ping(), isUnavailable(/cannot be reached/));
        await server?.resume();
        await store.ping();
        assert.notEqual(acknowledged.length, 0);
        for (const slug of acknowledged) assert.ok(await store.findApp(slug), slug);
      }),
  );

  it('is migrated once, whichever node comes first', async () => {
    const fresh = (await server?.createDatabase()) ?? '';
    const ran = await Promise.all([1, 2, 3, 4].map(() => migratePostgres({ url: fresh })));
    const files = await readdir(new URL('../../src/drivers/sql/migrations/postgres/', import.meta.url));
    assert.deepEqual(ran.flat().toSorted(), files.map((file) => file.replace(/\.sql$/, '')).toSorted());
  });

  it('has the tables and columns that SQLite has', () =>
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

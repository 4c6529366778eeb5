import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryUntilSuccess, waitUntil } from '../../../lab/wait-until.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openPostgres } from '../../src/drivers/postgres.ts';
import { appNamed, seedApp, unique } from './store/fixtures.ts';
import { isUnavailable, usePostgres } from './store/postgres.ts';
import { openProxy } from './store/proxy.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const waitForChange = (store: Store, slug: string): Promise<void> =>
  new Promise((resolve) => store.watch((apps) => apps?.includes(slug) && resolve()));

describe('a PostgreSQL database', () => {
  const { withStore, killOthers, listeners, server, url } = usePostgres();

  it('that is unreachable, missing or denies access is rejected at once, in one sentence', {
    timeout: 120_000,
  }, async () => {
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url());
      change(address);
      return address.href;
    };
    // Longer than the test, so a rejection cannot come from this timeout.
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
    const wrongPassword = changed((address) => {
      address.password = 'wrong';
    });
    await assert.rejects(
      openPostgres({ url: wrongPassword, connectTimeoutMs }),
      isUnavailable(/user or password/),
    );
  });

  it('that drops its connections fails running requests and serves the next ones', () =>
    withStore({}, async (store) => {
      const slug = unique('app');
      const change = store.transaction(async (tx) => {
        await tx.insertApp(appNamed(slug));
        await killOthers('true');
        await tx.findApp(slug);
      });
      await assert.rejects(change, isUnavailable(/./));
      // A closed idle connection may be noticed only by its next user.
      assert.equal(await retryUntilSuccess(() => store.findApp(slug)), undefined);
      await retryUntilSuccess(() => seedApp(store));
    }));

  it('keeps the original error of a change whose connection is lost', () =>
    withStore({}, async (store) => {
      const change = store.transaction(async (tx) => {
        await tx.findApp('a');
        await killOthers('true');
        await pause(50);
        throw new Error('my own');
      });
      await assert.rejects(change, /my own/);
    }));

  it('notifies again after the listening connection was lost', { timeout: 60_000 }, () =>
    // Without polling: changes arrive by notification, or by catching up on reconnect.
    withStore({ pollMs: 24 * 3_600_000 }, async (store) => {
      await withStore({}, async (other) => {
        const [one, two] = [await seedApp(other), await seedApp(other)];
        const notified = [waitForChange(store, one.slug), waitForChange(store, two.slug)];
        await waitUntil('both listen', async () => (await listeners()) === 2);
        await killOthers(`query like 'listen%'`);
        await other.transaction((tx) => tx.raiseGeneration(one.slug));
        await notified[0];
        await waitUntil('both listen again', async () => (await listeners()) === 2);
        await other.transaction((tx) => tx.raiseGeneration(two.slug));
        await notified[1];
      });
    }),
  );

  it('that stops responding times out, and notifies again when it is back', {
    timeout: 120_000,
  }, async () => {
    const proxy = await openProxy(url());
    const options = { url: proxy.url, statementTimeoutMs: 3000, connectTimeoutMs: 3000 };
    await withStore({}, (other) =>
      withStore(options, async (store) => {
        const { slug } = await seedApp(store);
        const notified = waitForChange(store, slug);
        const leaving = await openPostgres(options);
        proxy.silence();
        await assert.rejects(store.ping(), isUnavailable(/cannot be reached/));
        await assert.rejects(
          store.transaction((tx) => tx.lockApp(slug)),
          isUnavailable(/cannot be reached/),
        );
        // Closing must not wait for the unresponsive server either.
        await leaving.close();
        await other.transaction((tx) => tx.raiseGeneration(slug));
        proxy.restore();
        await notified;
        await store.ping();
      }),
    );
    await proxy.close();
  });

  it(
    'that crashes and restarts has everything that was acknowledged, and works again',
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
        await server()?.crash();
        for (const outcome of await writers)
          assert.ok(outcome.status === 'rejected' && isUnavailable(/./)(outcome.reason));
        await assert.rejects(store.ping(), isUnavailable(/cannot be reached/));
        await server()?.resume();
        await store.ping();
        assert.notEqual(acknowledged.length, 0);
        for (const slug of acknowledged) assert.ok(await store.findApp(slug), slug);
      }),
  );
});

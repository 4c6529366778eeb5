import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { App, Usage } from '@slipway/api';
import { retryUntilSuccess } from '../../lab/wait-until.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, type Publisher, sha256 } from '../publisher.ts';
import type { World } from '../world.ts';
import { redirectCases } from './delivery-redirect.ts';

const size = 10_000;
const bytes = randomBytes(size);
const metered = 'private, no-cache, no-transform';
const cached = 'public, max-age=31536000, immutable';
const codesOf = ({ warnings = [] }: App): string[] => warnings.map(({ code }) => code);

const usageOf = async (app: Publisher, query = ''): Promise<Usage> =>
  (await app.call('GET', `/usage${query}`)).json<{ usage: Usage }>().usage;

/** The file's URL in electron-updater's feed. */
const filePath = (name: string, version = '1.0.0'): string =>
  `/feeds/files/stable/${version}/linux-x86_64/${name}`;

/** Decisions, part two: `delivery` of an app. */
export const deliverySection = (world: World): void => {
  const change = async (app: Publisher, delivery: App['delivery'] | null): Promise<App> =>
    (await world.admin().changeApp(app.slug, { delivery })).app;

  describe('Delivery', () => {
    test('is metered by default and always in the response; null restores the default', async () => {
      const app = await createPublisher(world);
      assert.equal(app.app.delivery, 'metered');
      const changed = await change(app, 'cached');
      assert.equal(changed.delivery, 'cached');
      const { app: read } = await app.client.getApp(app.slug);
      assert.equal(read.delivery, 'cached');
      assert.equal(read.warnings, undefined, 'what is given up is told to who changes it');
      assert.equal((await change(app, null)).delivery, 'metered');
      assertInvalid(
        await world.call({
          ...{ method: 'PATCH', path: `/v1/apps/${app.slug}`, key: world.deployed().adminKey },
          body: { delivery: 'free' },
        }),
        'delivery',
      );
    });

    test('the response warns about the drawbacks of `cached`, and about remaining caches when it ends', async () => {
      const app = await createPublisher(world);
      const changedApp = await change(app, 'cached');
      assert.deepEqual(codesOf(changedApp), ['usage-partial', 'prune-at-origin', 'allowance-at-origin']);
      for (const { detail } of changedApp.warnings ?? []) assert.match(detail, /^[A-Z].*\.$/);
      assert.deepEqual(codesOf(await change(app, 'metered')), ['caches-keep']);
      assert.deepEqual(codesOf(await change(app, 'metered')), []);
      const { app: named } = await world.admin().changeApp(app.slug, { name: 'Named' });
      assert.equal(named.warnings, undefined);
    });

    test('only the admin key changes it, not an app key of any scope or of another app', async () => {
      const app = await createPublisher(world);
      const other = await createPublisher(world);
      for (const delivery of ['cached', 'redirect', 'metered', null]) {
        assertProblem(await app.call('PATCH', '', { delivery }), 403, 'scope-missing');
        const path = `/v1/apps/${app.slug}`;
        assertProblem(await world.call({ method: 'PATCH', path, key: other.key, body: { delivery } }), 404);
        assertProblem(await world.call({ method: 'PATCH', path, body: { delivery } }), 401);
      }
      const both = await app.call('PATCH', '', { name: 'Renamed', delivery: 'cached' });
      assertProblem(both, 403, 'scope-missing');
      const { app: read } = await app.client.getApp(app.slug);
      assert.deepEqual([read.name, read.delivery], [app.slug, 'metered'], 'and nothing of it is done');
    });

    test('a change writes one audit row', async () => {
      const app = await createPublisher(world);
      await change(app, 'cached');
      const [entry] = (await app.client.listAudit(app.slug, { limit: 1 })).entries;
      assert.deepEqual(
        [entry?.action, entry?.actor, entry?.detail],
        ['app.change', 'admin', { delivery: 'cached' }],
      );
    });
  });

  describe('Delivery: cached', () => {
    test('both URLs of a file are cacheable for a year: whole file, range, HEAD and 304', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes }]);
      const own = `/releases/download/${release.id}/linux-x86_64`;
      const before = await app.read(own);
      assert.equal(before.headers['cache-control'], metered);
      const name = /filename="([^"]+)"/.exec(before.headers['content-disposition'] ?? '')?.[1] ?? '';
      await change(app, 'cached');
      for (const path of [own, filePath(name)]) {
        await retryUntilSuccess(async () =>
          assert.equal((await app.read(path)).headers['cache-control'], cached, path),
        );
        const { headers, status, body } = await app.read(path);
        assert.deepEqual([status, sha256(body)], [200, sha256(bytes)]);
        const { 'cache-control': _, date: __, ...rest } = headers;
        const { 'cache-control': ___, date: ____, ...same } = before.headers;
        assert.deepEqual(rest, same, 'all else is as it was');
        const range = await app.read(path, { range: 'bytes=10-19' });
        assert.deepEqual([range.status, range.headers['cache-control']], [206, cached]);
        assert.deepEqual(range.body, bytes.subarray(10, 20));
        const notModified = await app.read(path, { 'if-none-match': headers.etag ?? '' });
        assert.deepEqual([notModified.status, notModified.headers['cache-control']], [304, cached]);
        const head = await world.send({ url: `${app.publicUrl}${path}`, method: 'HEAD' });
        assert.deepEqual([head.status, head.headers['cache-control']], [200, cached]);
      }
      await change(app, 'metered');
      await retryUntilSuccess(async () =>
        assert.equal((await app.read(own)).headers['cache-control'], metered, 'and back'),
      );
    });

    test('the latest link, and URLs that may later name another file, are not cacheable for a year', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: 'v1.0.0' }, [{ bytes }]);
      await change(app, 'cached');
      const own = `/releases/download/${release.id}/linux-x86_64`;
      await retryUntilSuccess(async () =>
        assert.equal((await app.read(own)).headers['cache-control'], cached),
      );
      const latest = await app.read('/releases/download/latest/linux-x86_64');
      assert.equal(latest.status, 302);
      assert.doesNotMatch(latest.headers['cache-control'] ?? '', /immutable|31536000/);
      const { headers } = await app.read(own);
      const name = /filename="([^"]+)"/.exec(headers['content-disposition'] ?? '')?.[1] ?? '';
      const [exact, spelled] = [filePath(name, 'v1.0.0'), filePath(name, '1.0.0')];
      assert.equal((await app.read(exact)).headers['cache-control'], cached);
      const otherwise = await app.read(spelled);
      assert.deepEqual([otherwise.status, otherwise.headers['cache-control']], [200, metered]);
    });

    test('errors are never cacheable: 402, 404, 410 and 416', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes }, { bytes, target: 'darwin-aarch64' }]);
      await change(app, 'cached');
      const refused = async (answer: Promise<Parameters<typeof assertProblem>[0]>, status: number) => {
        const { headers } = await answer;
        assertProblem(await answer, status);
        assert.equal(headers['cache-control'], 'no-store');
      };
      await retryUntilSuccess(async () =>
        assert.equal((await app.download(release.id)).headers['cache-control'], cached),
      );
      await refused(app.download(release.id, 'linux-x86_64', { range: `bytes=${size}-` }), 416);
      await refused(app.download(release.id, 'windows-x86_64'), 404);
      await app.client.pruneArtifact(app.slug, release.id, 'darwin-aarch64');
      await retryUntilSuccess(() => refused(app.download(release.id, 'darwin-aarch64'), 410));
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.equal((await app.download(release.id)).status, 200, 'withdrawn bytes still download');
      await world.admin().changeApp(app.slug, { allowanceBytes: 0 });
      await retryUntilSuccess(() => refused(app.download(release.id), 402));
    });

    test('usage of cached days is marked as partial, even after delivery is metered again', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes }]);
      assert.equal((await usageOf(app)).partial, undefined);
      await change(app, 'cached');
      await app.download(release.id);
      await retryUntilSuccess(async () => {
        const usage = await usageOf(app);
        assert.deepEqual([usage.partial, usage.month.partial], [true, true]);
        assert.deepEqual([usage.rows[0]?.bytes, usage.rows[0]?.partial], [size, true]);
      });
      await change(app, 'metered');
      assert.equal((await usageOf(app)).partial, true);
      const [byDay] = (await usageOf(app, '?by=day')).rows;
      assert.equal(byDay?.partial, true);
      const byTarget = await usageOf(app, '?by=target');
      assert.deepEqual([byTarget.partial, byTarget.rows[0]?.partial], [true, undefined]);
      const past = await usageOf(app, '?from=2026-01-01&to=2026-01-02');
      assert.deepEqual([past.partial, past.month.partial], [undefined, true], 'days before are not');
    });
  });

  redirectCases(world);
};

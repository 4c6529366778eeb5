import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import type { Usage } from '@slipway/api';
import { retryUntilSuccess } from '../../lab/wait-until.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const size = 10_000;
const today = () => new Date().toISOString().slice(0, 10);
const bytes = randomBytes(size);

const usageOf = async (app: Publisher, query = ''): Promise<Usage> =>
  (await app.call('GET', `/usage${query}`)).json<{ usage: Usage }>().usage;

/** Usage shows deliveries within 2 s; a test with fake timers checks that (jobs/flush-meters). */
const settled = (app: Publisher, check: (usage: Usage) => void) =>
  retryUntilSuccess(async () => check(await usageOf(app)));

/** Decisions, "Rules": metering and the allowance. */
export const meteringSection = (world: World): void => {
  describe('Usage', () => {
    test('without downloads: every member is present and empty', async () => {
      const app = await createPublisher(world);
      const answer = await app.call('GET', '/usage');
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.json()), ['usage']);
      const usage = await usageOf(app);
      assert.deepEqual(Object.keys(usage), ['from', 'to', 'totals', 'rows', 'month']);
      assert.deepEqual(usage.totals, { bytes: 0, downloads: 0 });
      assert.deepEqual(usage.rows, []);
      assert.deepEqual(Object.keys(usage.month), ['bytes', 'allowanceBytes', 'resetsAt']);
      const now = new Date();
      const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
      assert.equal(Date.parse(usage.month.resetsAt), next.getTime());
    });

    test('bytes by day, release and target: whole, ranged and none for HEAD and 304', async () => {
      const app = await createPublisher(world, { allowanceBytes: 10 * size });
      const { release } = await app.publish({ version: '1.0.0' }, [
        { bytes },
        { bytes, target: 'darwin-aarch64' },
      ]);
      const url = `${app.publicUrl}/releases/download/${release.id}/linux-x86_64`;
      await app.download(release.id);
      await app.download(release.id, 'linux-x86_64', { range: 'bytes=0-99' });
      await app.download(release.id, 'linux-x86_64', { range: `bytes=${size}-` });
      await app.download(release.id, 'linux-x86_64', { 'if-none-match': '*' });
      await world.send({ url, method: 'HEAD' });
      await app.download(release.id, 'darwin-aarch64');
      await app.check('stable/linux/x86_64/0.1');
      await settled(app, (usage) => {
        assert.equal(usage.totals.bytes, 2 * size + 100);
        const rows = new Map(usage.rows.map((row) => [row.target, row]));
        const linux = rows.get('linux-x86_64');
        assert.deepEqual(Object.keys(linux ?? {}), [
          'day',
          'releaseId',
          'version',
          'target',
          'bytes',
          'downloads',
        ]);
        assert.deepEqual(
          [linux?.day, linux?.releaseId, linux?.version, linux?.bytes],
          [today(), release.id, '1.0.0', size + 100],
        );
        assert.deepEqual(rows.get('darwin-aarch64'), {
          day: today(),
          releaseId: release.id,
          version: '1.0.0',
          target: 'darwin-aarch64',
          bytes: size,
          downloads: 1,
        });
        assert.equal(usage.rows.length, 2);
        const downloads = usage.rows.reduce((sum, row) => sum + row.downloads, 0);
        assert.equal(usage.totals.downloads, downloads);
        assert.deepEqual([usage.month.bytes, usage.month.allowanceBytes], [2 * size + 100, 10 * size]);
      });
    });

    test('several ranges: every byte of the answer, its framing too, and no download', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes }]);
      const ask = (range: string) => app.download(release.id, 'linux-x86_64', { range });
      const amid = await ask('bytes=0-99,5000-5099');
      assert.deepEqual([amid.status, amid.body.length > 200], [206, true]);
      await settled(app, ({ totals }) => assert.deepEqual(totals, { bytes: amid.body.length, downloads: 0 }));
      const tail = await ask('bytes=0-99,-1');
      const sent = amid.body.length + tail.body.length;
      await settled(app, ({ totals }) => assert.deepEqual(totals, { bytes: sent, downloads: 0 }));
    });

    test('one range: a download if it has the last byte and at least half of the file', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes }]);
      let sent = 0;
      for (const range of ['bytes=-1', `bytes=${size / 2 + 1}-`, `bytes=0-${size - 2}`, `bytes=${size / 2}-`])
        sent += (await app.download(release.id, 'linux-x86_64', { range })).body.length;
      await settled(app, ({ totals }) => assert.deepEqual(totals, { bytes: sent, downloads: 1 }));
    });

    test('a companion: its bytes, and no download', async () => {
      const app = await createPublisher(world);
      const companion = { target: 'linux-x86_64.blockmap', format: '.blockmap', companionOf: 'linux-x86_64' };
      const { release } = await app.publish({}, [{ bytes }, { ...companion, bytes }]);
      await app.download(release.id, companion.target);
      await settled(app, ({ totals }) => assert.deepEqual(totals, { bytes: size, downloads: 0 }));
    });

    test('twenty downloads at once are counted to the byte', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes }]);
      await Promise.all(Array.from({ length: 20 }, () => app.download(release.id)));
      await settled(app, ({ totals }) => assert.deepEqual(totals, { bytes: 20 * size, downloads: 20 }));
    });

    test('an aborted download counts only the bytes that were sent', async () => {
      const app = await createPublisher(world);
      const whole = 24 * 2 ** 20;
      const { release } = await app.publish({}, [{ bytes: Buffer.alloc(whole, 'x') }]);
      const abort = new AbortController();
      const { port } = new URL(world.deployed().baseUrl);
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        get({
          host: '127.0.0.1',
          port,
          path: `/releases/download/${release.id}/linux-x86_64`,
          headers: { host: new URL(app.publicUrl).host },
          signal: abort.signal,
        })
          .on('response', resolve)
          .on('error', reject);
      });
      const [first] = await once(incoming, 'data');
      incoming.on('error', () => undefined);
      abort.abort();
      await settled(app, ({ totals }) => {
        assert.ok(totals.bytes >= first.length, `${totals.bytes} are counted`);
        assert.ok(totals.bytes < whole, `${totals.bytes} are counted`);
      });
    });

    test('from and to limit the rows, not the month', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes }]);
      await app.download(release.id);
      await settled(app, ({ totals }) => assert.equal(totals.bytes, size));
      const past = await usageOf(app, '?from=2020-01-01&to=2020-03-31');
      assert.deepEqual([past.from, past.to], ['2020-01-01', '2020-03-31']);
      assert.deepEqual([past.rows, past.totals.bytes, past.month.bytes], [[], 0, size]);
      const present = await usageOf(app, `?from=${today()}&to=${today()}`);
      assert.equal(present.totals.bytes, size);
    });

    for (const [query, field] of [
      ['from=yesterday', 'from'],
      ['to=2026-1-1', 'to'],
      ['from=2026-13-01', 'from'],
      ['from=2026-02-30', 'from'],
      ['from=2026-01-01T00:00:00Z', 'from'],
    ] as const) {
      test(`?${query}: not a UTC day, 400`, async () => {
        const app = await createPublisher(world);
        assertInvalid(await app.call('GET', `/usage?${query}`), field);
      });
    }

    test('survives a withdrawal and a prune', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ bytes }]);
      await app.download(release.id);
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'gone' });
      await settled(app, ({ rows }) => assert.equal(rows[0]?.bytes, size));
    });
  });

  describe('Allowance', () => {
    test('402 when used ≥ allowance, before the first byte, on GET, HEAD and ranges; never on a check', async () => {
      const app = await createPublisher(world, { allowanceBytes: size });
      const { release } = await app.publish({ version: '1.0.0' }, [{ bytes }]);
      await app.download(release.id, 'linux-x86_64', { range: 'bytes=1-' });
      assert.equal((await app.download(release.id)).status, 200, 'one byte was left');
      const refused = async (range?: string) => {
        for (const answer of await app.downloadFromEach(release.id, range === undefined ? {} : { range }))
          assertProblem(answer, 402, 'allowance-exhausted');
      };
      await retryUntilSuccess(() => refused());
      await settled(app, ({ month }) => assert.equal(month.bytes % size, size - 1));
      for (const range of ['bytes=0-0', 'bytes=0-0,5-5']) await refused(range);
      for (const { status } of await app.downloadFromEach(release.id, {}, 'HEAD')) assert.equal(status, 402);
      assert.equal((await app.check('stable/linux/x86_64/0.1')).status, 200);
      assert.equal((await app.latest()).status, 200);
      assert.equal((await app.history()).status, 200);
    });

    test('downloads work again once the allowance is raised or removed', async () => {
      const app = await createPublisher(world, { allowanceBytes: 0 });
      const { release } = await app.publish({}, [{ bytes }]);
      assertProblem(await app.download(release.id), 402);
      const flows = () =>
        retryUntilSuccess(async () => assert.equal((await app.download(release.id)).status, 200));
      await world.admin().changeApp(app.slug, { allowanceBytes: size });
      await flows();
      await world.admin().changeApp(app.slug, { allowanceBytes: 1 });
      await retryUntilSuccess(async () => assertProblem(await app.download(release.id), 402));
      await world.admin().changeApp(app.slug, { allowanceBytes: null });
      await flows();
    });
  });
};

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../lab/free-port.ts';
import { metricValue, readFreshMetrics } from '../../../lab/metric.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createPublisher, createTestApp, makeFolder, sha256Of } from '../harness.ts';
import { hold } from './held-download.ts';
import { declareAtOnce, uploadInParts } from './parts.ts';
import {
  type BackendServers,
  checkPath,
  downloadPath,
  ms,
  type NodeProcess,
  nodeEnv,
  percentile,
  spawnNode,
  startEngines,
  target,
} from './stage.ts';

const downloads = 60;
const heldDownloads = 4;
/** Longer than a worker takes to start. */
const joinMs = 2000;

/** The contract of two workers on any engine. */
const workerTests = (
  open: () => Promise<Record<string, string>>,
  more: (node: () => NodeProcess) => void = () => undefined,
): void => {
  let node: NodeProcess;
  let env: Record<string, string> = {};
  before(async () => {
    env = await open();
    node = await spawnNode({
      ...env,
      SLIPWAY_WORKERS: '2',
      SLIPWAY_UPLOAD_PORT: String(await freePort()),
      SLIPWAY_DRAIN_SECONDS: '10',
    });
    await node.ready();
    // The first worker responds before the second has started.
    await waitUntil('both', async () => (await pids()).size === 2);
  });
  after(() => node?.stop());

  /** Separate connections, so that the workers take turns. */
  const agent = false;
  const scrape = async () => (await node.api('/metrics', { agent })).text();
  const metrics = () => readFreshMetrics(scrape);
  const children = async (pid: number): Promise<number[]> => {
    return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  };
  const pids = async () => new Set((await children(node.process.pid ?? 0)).filter((pid) => pid > 0));

  it('a publish or withdrawal is visible to the next check, through either worker', async () => {
    const app = await createTestApp(node);
    const publisher = createPublisher(node, app);
    const fetchOffer = async () => {
      const { status, text } = await node.site(app.slug, checkPath, { agent });
      return status === 204 ? 'nothing' : text();
    };
    for (let round = 0; round < 10; round++) {
      const version = `1.0.${round}`;
      const id = await publisher.release({ version }, [{ target, bytes: randomBytes(100) }]);
      for (let check = 0; check < 4; check++) assert.ok((await fetchOffer()).includes(version), version);
      const withdrawn = await node.api(`/v1/apps/${app.slug}/releases/${id}/withdraw`, {
        json: { reason: 'bad' },
        agent,
      });
      assert.equal(withdrawn.status, 200);
      for (let check = 0; check < 4; check++) assert.equal(await fetchOffer(), 'nothing');
    }
  });

  it('counts the bytes of both workers, and shows one set of metrics', async (t) => {
    const app = await createTestApp(node);
    const bytes = randomBytes(200_000);
    const id = await createPublisher(node, app).release({ version: '1.0.0' }, [{ target, bytes }]);
    const before = await metrics();
    const took: number[] = [];
    await Promise.all(
      Array.from({ length: downloads }, async () => {
        const start = performance.now();
        const { body } = await node.site(app.slug, downloadPath(id), { agent });
        took.push(performance.now() - start);
        assert.equal(sha256Of(body), sha256Of(bytes));
      }),
    );
    const used = async () =>
      (await node.api(`/v1/apps/${app.slug}/usage`)).json<{
        usage: { totals: { bytes: number; downloads: number } };
      }>().usage.totals;
    const expected = { bytes: downloads * bytes.length, downloads };
    await waitUntil('counted', async () => (await used()).bytes === expected.bytes);
    assert.deepEqual(await used(), expected);
    const texts = await Promise.all([metrics(), metrics(), metrics(), metrics()]);
    for (const text of texts) {
      const delivered = (of: string) => metricValue(of, 'slipway_delivered_bytes_total');
      assert.equal(delivered(text) - delivered(before), expected.bytes, 'whichever worker is asked');
      const requests = (of: string) =>
        metricValue(of, 'slipway_requests_total', 'route="/releases/download/');
      assert.equal(requests(text) - requests(before), downloads);
    }
    t.diagnostic(`${downloads} downloads, p99 ${ms(percentile(took, 99))}`);
  });

  it('reads metrics once per second, for all requests to either worker', async () => {
    const texts = new Set<string>();
    const startMs = performance.now();
    for (let round = 0; round < 4; round++)
      for (const text of await Promise.all(Array.from({ length: 25 }, scrape))) texts.add(text);
    const seconds = (performance.now() - startMs) / 1000;
    // One scrape per elapsed second, plus an earlier one.
    assert.ok(texts.size <= seconds + 2, `${texts.size} readings in ${seconds} s`);
  });

  more(() => node);

  it('replaces a worker that was killed', async () => {
    const app = await createTestApp(node);
    await createPublisher(node, app).release({ version: '1.0.0' }, [{ target, bytes: randomBytes(100) }]);
    const former = await pids();
    const [victim = 0] = former;
    process.kill(victim, 'SIGKILL');
    await waitUntil('replaced', async () => {
      const now = await pids();
      return now.size === 2 && !now.has(victim);
    });
    // The new worker joins when it is ready; until then the other answers everything.
    for (const end = performance.now() + joinMs; performance.now() < end; await sleep(10))
      assert.equal((await node.site(app.slug, checkPath, { agent })).status, 200);
  });

  it('stops on SIGTERM when its downloads are done, with everything counted', async (t) => {
    const app = await createTestApp(node);
    const bytes = randomBytes(12_000_000);
    const id = await createPublisher(node, app).release({ version: '1.0.0' }, [{ target, bytes }]);
    const go = Promise.withResolvers<void>();
    const openDownloads = Array.from({ length: heldDownloads }, () =>
      hold(node.port, app.slug, { id, go: go.promise }),
    );
    for (const { begun } of openDownloads) await begun;
    // The kernel may have taken the last bytes of some already.
    assert.ok(metricValue(await metrics(), 'slipway_active_downloads') > 0);
    const workers = await pids();
    node.process.kill('SIGTERM');
    await sleep(200);
    go.resolve();
    for (const { hash } of openDownloads) assert.equal(await hash, sha256Of(bytes));
    assert.equal(await node.exitCode, 0);
    for (const pid of workers) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    const next = await spawnNode({ ...env, SLIPWAY_UPLOAD_PORT: String(await freePort()) });
    t.after(next.stop);
    await next.ready();
    const { usage } = (await next.api(`/v1/apps/${app.slug}/usage`)).json<{ usage: { totals: unknown } }>();
    assert.deepEqual(usage.totals, { bytes: heldDownloads * bytes.length, downloads: heldDownloads });
  });
};

describe('two workers on SQLite and files', () => {
  let folder = '';
  after(() => rm(folder, { recursive: true, force: true }));
  const open = async () => {
    folder = await makeFolder();
    return {
      SLIPWAY_DATABASE_URL: `sqlite:${folder}/slipway.db`,
      SLIPWAY_STORAGE_URL: `file:${folder}/blobs`,
      SLIPWAY_PUBLIC_URL: 'http://{slug}.slipway.test',
      LOG_LEVEL: 'warn',
    };
  };
  workerTests(open, (node) => {
    it('accept a multipart upload through either worker', () =>
      uploadInParts([node(), node()], { listsParts: true }));
    it('create one multipart upload for concurrent declarations', () => declareAtOnce([node(), node()]));
  });
});

describe('two workers on PostgreSQL and S3', () => {
  let engines: BackendServers;
  after(() => engines?.stop());
  workerTests(async () => {
    engines = await startEngines();
    return nodeEnv(engines);
  });
});

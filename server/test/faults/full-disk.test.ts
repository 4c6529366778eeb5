import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { metricValue } from '../../../lab/metric.ts';
import { declarationOf } from '../../../lab/publisher.ts';
import type { HttpReply } from '../../../lab/request.ts';
import { mountSmallDisk, type SmallDisk, smallDiskMode, testInNamespace } from '../../../lab/small-disk.ts';
import { retryUntilSuccess } from '../../../lab/wait-until.ts';
import { problemCode } from '../attacks/stage.ts';
import {
  createPublisher,
  createTestApp,
  type RunningChild,
  startChild,
  type TestApp,
  type Ticket,
} from '../harness.ts';

/* Database and storage share a file system of 64 MiB, filled first by uploads, then by others. */

const MiB = 1024 * 1024;
const diskMiB = 64;
const reserveBytes = Math.floor((diskMiB * MiB) / 10);
const target = 'linux-x86_64';
const mode = smallDiskMode();
const skip = mode === undefined ? 'no tmpfs can be mounted here, not even in a namespace' : false;

interface Readiness {
  status: string;
  disk: string;
  database: string;
}

describe('a full disk', { skip }, () => {
  if (mode === 'again') {
    test('in a mount namespace', () => assert.ok(testInNamespace(fileURLToPath(import.meta.url))));
    return;
  }
  let disk: SmallDisk;
  let service: RunningChild;
  let app: TestApp;
  let publisher: ReturnType<typeof createPublisher>;
  const ids: string[] = [];

  const call = (path: string, json: unknown = {}, method = 'POST'): Promise<HttpReply> =>
    service.api(`/v1/apps/${app.slug}${path}`, { key: app.key, json, method });
  const readiness = async (): Promise<Readiness> => {
    const reply = await service.api('/readyz');
    assert.equal(reply.status, 200);
    return reply.json<Readiness>();
  };
  const presign = (version: string, bytes: Buffer, more: object = {}) =>
    call('/artifacts/presign', declarationOf({ version }, { bytes, target, ...more }));
  /** Reports how long a request took, without a limit. */
  const timed = async (t: TestContext, name: string, run: () => Promise<HttpReply>): Promise<HttpReply> => {
    const started = performance.now();
    const reply = await run();
    t.diagnostic(`${name}: ${reply.status} in ${(performance.now() - started).toFixed(0)} ms`);
    return reply;
  };

  before(async () => {
    disk = mountSmallDisk(diskMiB);
    service = await startChild({ folder: disk.path });
    app = await createTestApp(service);
    publisher = createPublisher(service, app);
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'])
      ids.push(await publisher.release({ version }, [{ target, bytes: randomBytes(MiB) }]));
    const plan = { steps: [{ percent: 10 }] };
    const rollout = await call(`/releases/${ids[4]}/rollout`, plan, 'PUT');
    assert.equal(rollout.status, 200, rollout.text());
  });
  after(async () => {
    await service.stop();
    disk.unmount();
  });

  test('concurrent uploads use the free space and leave the reserve', async (t) => {
    const bytes = randomBytes(8 * MiB);
    const [tickets, drafts] = [[] as Ticket[], [] as string[]];
    for (let index = 0; index < 12; index++) {
      const version = `2.0.${index}`;
      drafts.push(await publisher.draft({ version }));
      tickets.push(await publisher.presign({ version }, { target, bytes }));
    }
    const statuses = (await Promise.all(tickets.map((ticket) => publisher.put(ticket, bytes)))).map(
      ({ status }) => status,
    );
    const left = disk.freeBytes() - reserveBytes;
    t.diagnostic(`${statuses.join(' ')}, ${left} bytes left above the reserve`);
    assert.ok(statuses.every((status) => status === 200 || status === 507));
    assert.ok(left >= 0);
    // The database grew meanwhile, but nobody with enough space was rejected.
    assert.ok(left < bytes.length + 2 * MiB);
    assert.deepEqual(readdirSync(join(disk.path, 'blobs', 'tmp')), []);
    const uploaded = drafts[statuses.indexOf(200)];
    assert.equal((await call(`/releases/${uploaded}`, undefined, 'DELETE')).status, 204);
    assert.ok(disk.freeBytes() - reserveBytes > bytes.length - 2 * MiB);
  });

  test('a declaration beyond the reserve gets 507, unless its bytes are already uploaded', async () => {
    const large = Buffer.alloc(disk.freeBytes());
    await publisher.draft({ version: '3.0.0' });
    assert.equal(problemCode(await presign('3.0.0', large), 507), 'storage-full');
    const small = randomBytes(100_000);
    const ticket = await presign('3.0.0', small);
    assert.equal(ticket.status, 201, ticket.text());
    assert.equal((await publisher.put(ticket.json(), small)).status, 200);
    disk.fill(reserveBytes - MiB);
    assert.equal((await presign('3.0.0', small)).status, 201);
    assert.equal(problemCode(await presign('3.0.0', randomBytes(100_000)), 507), 'storage-full');
    assert.equal(problemCode(await call('/releases', { version: '4.0.0' }), 507), 'storage-full');
    const promotion = await call(`/releases/${ids[0]}/promote`, { channel: 'stable', version: '4.0.1' });
    assert.equal(problemCode(promotion, 507), 'storage-full');
  });

  test('readiness and metrics report it', async () => {
    await retryUntilSuccess(async () => {
      const { status, disk: state, database } = await readiness();
      assert.deepEqual([status, state, database], ['degraded', 'low', 'ok']);
    });
    const text = (await service.api('/metrics')).text();
    for (const place of ['storage', 'database']) {
      const free = metricValue(text, 'slipway_disk_free_bytes', `of="${place}"`);
      assert.ok(free > 0 && free < reserveBytes, `${place}: ${free}`);
    }
    assert.ok(metricValue(text, 'slipway_database_bytes') > 100_000);
    assert.equal(metricValue(text, 'slipway_build_info', 'version="[^"]+"'), 1);
  });

  test('without a free byte, withdraw, pause and prune work, and checks and downloads continue', async (t) => {
    disk.fill();
    assert.equal(disk.freeBytes(), 0);
    const pause = await timed(t, 'pause', () =>
      call(`/releases/${ids[4]}/rollout/pause`, { reason: 'it crashes' }),
    );
    assert.equal(pause.status, 200, pause.text());
    const withdraw = await timed(t, 'withdraw', () =>
      call(`/releases/${ids[3]}/withdraw`, { reason: 'it crashes' }),
    );
    assert.equal(withdraw.status, 200, withdraw.text());
    let answered = 0;
    for (let index = 0; index < 200; index++) {
      const check = await service.site(app.slug, '/releases/stable/linux/x86_64/0.9.0');
      const download = await service.site(app.slug, `/releases/download/${ids[2]}/${target}`);
      if (check.status === 200 && download.status === 200) answered += 1;
    }
    t.diagnostic(`${answered} of 200 checks and downloads answered`);
    assert.equal(answered, 200);
    const prune = await timed(t, 'prune', () =>
      call(`/releases/${ids[0]}/artifacts/${target}/prune`, undefined),
    );
    assert.equal(prune.status, 200, prune.text());
    assert.ok(disk.freeBytes() > 0, 'prune has freed nothing');
  });

  test('when there is space again, everything works', async () => {
    disk.empty();
    assert.equal((await call(`/releases/${ids[1]}/artifacts/${target}/prune`, undefined)).status, 200);
    assert.equal((await call(`/releases/${ids[3]}/artifacts/${target}/prune`, undefined)).status, 200);
    await retryUntilSuccess(async () => assert.equal((await readiness()).status, 'ready'));
    await publisher.release({ version: '5.0.0' }, [{ target, bytes: randomBytes(100_000) }]);
  });

  test('a node stops and starts on it', async (t) => {
    disk.fill();
    const started = performance.now();
    await service.stop();
    t.diagnostic(`ended ${(performance.now() - started).toFixed(0)} ms after SIGTERM`);
    assert.equal(service.process.exitCode, 0);
    service = await startChild({ folder: disk.path });
    assert.equal((await service.site(app.slug, '/releases/stable/linux/x86_64/0.9.0')).status, 200);
    const withdraw = await call(`/releases/${ids[2]}/withdraw`, { reason: 'it crashes' });
    assert.equal(withdraw.status, 200, withdraw.text());
  });
});

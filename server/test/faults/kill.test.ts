import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dial } from '../../../lab/dial.ts';
import { cpuSeconds } from '../../../lab/process-usage.ts';
import { declarationOf } from '../../../lab/publisher.ts';
import { systemClock } from '../../src/drivers/system.ts';
import {
  createPublisher,
  createTestApp,
  makeFolder,
  type Part,
  type RunningChild,
  startChild,
  startService,
  type TestApp,
} from '../harness.ts';
import { flushed } from './flushed.ts';
import { checkInvariants, createLedger, type Ledger, noteDeclared } from './invariants.ts';
import { scaled } from './scale.ts';

/* The process is killed during uploads, publishes and downloads; acknowledged writes must survive. */

const rounds = scaled(60, 1000);
const targets = ['linux-x86_64', 'darwin-aarch64'];
/** The publisher that uploads in parts. */
const inPartsWorker = 2;
/** CPU seconds until a killed server is ready again. */
const readySeconds = 5;

interface Work {
  service: RunningChild;
  app: TestApp;
  ledger: Ledger;
  isOver: () => boolean;
}

/** Uploads one artifact in parts, with the calls for large files. */
const sendInParts = async (
  { service, app: { slug, key } }: Work,
  version: string,
  part: Part,
): Promise<void> => {
  const { target, bytes } = part;
  const declaration = declarationOf({ version }, { format: '.bin', target, bytes: Buffer.from(bytes) });
  const at = `/v1/apps/${slug}/artifacts`;
  const declared = await service.api(`${at}/presign`, { key, json: { ...declaration, parts: true } });
  const { uploadId, urls } = declared.json<{ parts: { uploadId: string; urls: string[] } }>().parts;
  const { headers } = await dial(urls[0] ?? '', { method: 'PUT', body: bytes, agent: false });
  const json = { version, target, uploadId, etags: [headers.etag] };
  assert.equal((await service.api(`${at}/complete`, { key, json })).status, 200);
};

/** Publishes releases until the process is gone; acknowledged ones go into the ledger. */
const publishOn = async (work: Work, worker: number): Promise<void> => {
  const { service, app, ledger, isOver } = work;
  const publisher = createPublisher(service, app);
  for (let i = 0; !isOver(); i++) {
    const version = `${worker}.${i}.0`;
    const parts = targets.map((target) => ({ target, bytes: randomBytes(20_000 + worker * 30_000) }));
    for (const part of parts) noteDeclared(ledger, version, part);
    const id = await publisher.draft({ version });
    ledger.drafts.set(id, version);
    for (const part of parts)
      await (worker === inPartsWorker
        ? sendInParts(work, version, part)
        : publisher.put(await publisher.presign({ version }, part), part.bytes));
    const { status } = await publisher.publish(id);
    if (status === 200) ledger.published.add(id);
  }
};

/** Downloads until the process is gone; counts each complete response. */
const downloadOn = async (
  { service, app, ledger, isOver }: Work,
  { path, size }: { path: string; size: number },
  received: { bytes: number },
): Promise<void> => {
  try {
    while (!isOver()) {
      ledger.metered.atMost += size;
      const { body } = await service.site(app.slug, path);
      received.bytes += body.length;
    }
  } catch {
    // The process is gone; complete downloads were counted.
  }
};

describe('kill -9', () => {
  let folder: string;
  before(async () => {
    folder = await makeFolder();
    // One clean shutdown first, so that later starts use the compile cache.
    await (await startChild({ folder })).stop();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const begin = async (service: RunningChild) => {
    const app = await createTestApp(service);
    const ledger = createLedger();
    const part = { target: targets[0] ?? '', bytes: randomBytes(50_000) };
    noteDeclared(ledger, '0.0.1', part);
    const id = await createPublisher(service, app).release({ version: '0.0.1' }, [part]);
    ledger.drafts.set(id, '0.0.1');
    ledger.published.add(id);
    return { app, ledger, path: `/releases/download/${id}/${part.target}`, size: part.bytes.length };
  };

  test(`${rounds} times while uploading, publishing and metering: nothing acknowledged is lost`, async (t) => {
    const pastRounds: { app: TestApp; ledger: Ledger }[] = [];
    const starts: number[] = [];
    let acknowledged = 0;
    let service = await startChild({ folder });
    for (let round = 0; round < rounds; round++) {
      const { app, ledger, path, size } = await begin(service);
      pastRounds.push({ app, ledger });
      let isOver = false;
      const work: Work = { service, app, ledger, isOver: () => isOver };
      const publishers = [0, 1, 2].map((worker) => publishOn(work, worker).catch(() => {}));
      const received = { bytes: 0 };
      const downloaders = [0, 1].map(() => downloadOn(work, { path, size }, received));
      await sleep(20 + Math.random() * 150);
      // Some rounds last long enough that bytes must have been flushed.
      if (round % 10 === 0) {
        ledger.metered.atLeast = received.bytes;
        await flushed(service);
      }
      isOver = true;
      await service.kill();
      await Promise.all([...publishers, ...downloaders]);
      acknowledged += ledger.published.size;
      service = await startChild({ folder });
      starts.push(cpuSeconds(service.pid));
      await checkInvariants(service, app, ledger);
    }
    // Verifying the latest release downloads it, which is counted; earlier releases must still exist.
    for (const { app, ledger } of pastRounds.slice(-5)) {
      ledger.metered.atMost += 10_000_000;
      await checkInvariants(service, app, ledger);
    }
    await service.kill();
    const most = Math.max(...starts);
    t.diagnostic(
      `${rounds} kills, ${acknowledged} publications acknowledged; ready after ${most} s of processor time at most`,
    );
    assert.ok(acknowledged >= rounds, 'something was published while the process was killed');
    assert.ok(most < readySeconds, `ready after ${most} s of processor time`);
  });

  test('leftovers of killed processes are collected, and published files stay', async () => {
    const days = 8 * 24 * 3600;
    const clock = {
      now: () => systemClock.in(days),
      in: (seconds: number) => systemClock.in(days + seconds),
    };
    const service = await startService({ folder, outside: { clock } });
    const list = (name: string) => readdir(join(folder, 'blobs', name));
    try {
      const leftovers = async () => (await Promise.all(['tmp', 'parts', 'staged'].map(list))).flat();
      for (let tries = 0; (await leftovers()).length > 0; tries++) {
        assert.ok(tries < 100, `left behind: ${await leftovers()}`);
        await sleep(100);
      }
      assert.ok((await list('kept')).length > 0);
      const apps = (await service.api('/v1/apps?limit=5')).json<{ apps: { slug: string }[] }>().apps;
      for (const { slug } of apps) {
        const latest = await service.site(slug, `/releases/v1/apps/${slug}/latest`);
        for (const { url } of Object.values(
          latest.json<{ platforms: Record<string, { url: string }> }>().platforms,
        ))
          assert.equal((await service.site(slug, new URL(url).pathname)).status, 200);
      }
    } finally {
      await service.stop();
    }
  });
});

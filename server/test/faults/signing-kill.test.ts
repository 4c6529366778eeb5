import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSigner } from '../../../lab/signer.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import {
  createPublisher,
  createTestApp,
  makeFolder,
  type Part,
  type RunningChild,
  startChild,
  type TestApp,
} from '../harness.ts';
import { checkInvariants, createLedger, type Ledger, noteDeclared } from './invariants.ts';
import { scaled } from './scale.ts';

/*
 * The process is killed while it verifies signatures: between read and commit, while verdicts are written, and while
 * signatures are swapped. Nothing unsigned is ever published.
 */

const rounds = scaled(20, 300);
const target = 'linux-x86_64';
const signer = createSigner();
const otherSigner = createSigner();

interface Work {
  service: RunningChild;
  app: TestApp;
  ledger: Ledger;
  isOver: () => boolean;
}

const requireSignatures = async (service: RunningChild): Promise<TestApp> => {
  const app = await createTestApp(service);
  const path = `/v1/apps/${app.slug}`;
  const added = await service.api(`${path}/signing-keys`, { json: { publicKey: signer.publicKey.line } });
  assert.equal(added.status, 201, added.text());
  const changed = await service.api(path, { method: 'PATCH', json: { signatures: 'require' } });
  assert.equal(changed.status, 200, changed.text());
  return app;
};

/** Publishes continuously, every other time with a signature swapped for another key's meanwhile. */
const publishOn = async ({ service, app, ledger, isOver }: Work, worker: number): Promise<void> => {
  const publisher = createPublisher(service, app);
  for (let i = 0; !isOver(); i++) {
    const version = `${worker}.${i}.0`;
    const bytes = randomBytes(200_000);
    const part: Part = { target, bytes, signature: signer.sign(bytes, { version, isLegacy: i % 3 === 0 }) };
    noteDeclared(ledger, version, part);
    const id = await publisher.draft({ version });
    ledger.drafts.set(id, version);
    await publisher.put(await publisher.presign({ version }, part), bytes);
    const swapped = { ...part, signature: otherSigner.sign(bytes, { version }) };
    const swap =
      i % 2 === 0
        ? Promise.resolve()
        : sleep(Math.random() * 15)
            .then(() => publisher.presign({ version }, swapped))
            .then(
              () => undefined,
              () => undefined,
            );
    const { status } = await publisher.publish(id);
    if (status === 200) ledger.published.add(id);
    await swap;
  }
};

describe('kill -9 while signatures are verified', () => {
  let folder: string;
  before(async () => {
    folder = await makeFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test(`${rounds} times: nothing unsigned is published, and interrupted publishes can be completed`, async (t) => {
    let acknowledged = 0;
    let service = await startChild({ folder });
    for (let round = 0; round < rounds; round++) {
      const app = await requireSignatures(service);
      const ledger = createLedger();
      let isOver = false;
      const work: Work = { service, app, ledger, isOver: () => isOver };
      const publishers = [0, 1].map((worker) => publishOn(work, worker).catch(() => {}));
      // On any machine, some are published before every other kill.
      if (round % 2 === 0) await waitUntil('a publication', () => ledger.published.size > 0);
      await sleep(Math.random() * 250);
      isOver = true;
      await service.kill();
      await Promise.all(publishers);
      acknowledged += ledger.published.size;
      service = await startChild({ folder });
      ledger.metered.atMost = 10_000_000;
      await checkInvariants(service, app, ledger);
      const publisher = createPublisher(service, app);
      for (const id of ledger.drafts.keys()) {
        const { status } = await publisher.publish(id);
        assert.ok(status === 200 || status === 409, `${status}`);
      }
      await checkInvariants(service, app, ledger);
    }
    await service.kill();
    t.diagnostic(`${rounds} kills, ${acknowledged} publications acknowledged`);
    assert.ok(acknowledged > 0);
  });
});

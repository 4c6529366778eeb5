import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Blobs } from '../../../src/domain/ports/blobs.ts';
import { contentFor } from '../../conformance/blobs/stage.ts';
import { startPlainStore } from './plain-store.ts';
import { useStorage } from './storage.ts';

const away = { name: 'Refusal', code: 'storage-unavailable' };
const content = contentFor(randomBytes(10));
const kept = { store: 's3', seal: '"0"' };

const calls: Record<string, (blobs: Blobs) => Promise<unknown>> = {
  presignParts: (blobs) => blobs.presignParts(content, 900, undefined),
  completeParts: (blobs) => blobs.completeParts(content, 'id', ['"0"']),
  findUploaded: (blobs) => blobs.findUploaded(content),
  verify: (blobs) => blobs.verify(content),
  keep: (blobs) => blobs.keep(content, { mark: 'staged "0"', uploadedAt: '', seen: [] }),
  open: (blobs) => blobs.open(content, kept, [{ start: 0, end: 9 }]),
  scrub: (blobs) => blobs.scrub(content),
  remove: (blobs) => blobs.remove(content.keptKey),
  list: (blobs) => blobs.list('kept/')[Symbol.asyncIterator]().next(),
  sweep: (blobs) => blobs.sweep('2000-01-01T00:00:00.000Z'),
  ping: (blobs) => blobs.ping(),
};

describe('an S3 store that is away', () => {
  const storage = useStorage(startPlainStore);

  for (const [name, call] of Object.entries(calls)) {
    it(`makes ${name} refuse, whether it fails, refuses us, or is not there`, async () => {
      const blobs = await storage.open();
      for (const status of [500, 503, 403]) {
        storage.proxy().control.mischief = () => ({ status });
        await assert.rejects(call(blobs), away, `status ${status}`);
      }
      const nobody = await storage.open({ endpoint: 'http://127.0.0.1:1' });
      await assert.rejects(call(nobody), away, 'nobody there');
    });
  }

  it('and does not answer is given up after the time limit', async () => {
    const blobs = await storage.open({ requestTimeoutMs: 100 });
    storage.proxy().control.mischief = () => ({ hang: true });
    await assert.rejects(blobs.ping(), away);
    await assert.rejects(blobs.open(content, kept, [{ start: 0, end: 9 }]), away);
  });

  it('and has no such bucket does not answer a ping', async () => {
    const blobs = await storage.open({ bucket: 'another' });
    await assert.rejects(blobs.ping(), away);
  });

  it('is tried again before it is given up', async () => {
    const blobs = await storage.open();
    storage.proxy().control.mischief = () => (storage.proxy().requests.length < 2 ? { status: 503 } : {});
    assert.equal(await blobs.findUploaded({ ...content, keptKey: content.stagedKey }), undefined);
    assert.equal(storage.proxy().requests.length, 3);
  });
});

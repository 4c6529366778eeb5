import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Blobs } from '../../../src/domain/ports/blobs.ts';
import { contentFor } from '../../conformance/blobs/stage.ts';
import { startPlainStore } from './plain-store.ts';
import { useStorage } from './storage.ts';

const away = { name: 'Refusal', code: 'storage-unavailable' };
const content = contentFor(randomBytes(10));
const stored = { store: 's3', seal: '"0"' };

const calls: Record<string, (blobs: Blobs) => Promise<unknown>> = {
  presignParts: (blobs) => blobs.presignParts(content, 900, undefined),
  completeParts: (blobs) => blobs.completeParts(content, 'id', ['"0"']),
  findUploaded: (blobs) => blobs.findUploaded(content),
  verify: (blobs) => blobs.verify(content),
  keep: (blobs) => blobs.keep(content, { mark: 'staged "0"', uploadedAt: '', extraDigests: [] }),
  open: (blobs) => blobs.open(content, stored, [{ start: 0, end: 9 }]),
  scrub: (blobs) => blobs.scrub(content),
  remove: (blobs) => blobs.remove(content.storedKey),
  list: (blobs) => blobs.list('kept/')[Symbol.asyncIterator]().next(),
  sweep: (blobs) => blobs.sweep('2000-01-01T00:00:00.000Z'),
  ping: (blobs) => blobs.ping(),
};

describe('an unavailable S3 store', () => {
  const storage = useStorage(startPlainStore);

  for (const [name, call] of Object.entries(calls)) {
    it(`makes ${name} refuse on errors, denied access and connection failures`, async () => {
      const blobs = await storage.open();
      for (const status of [500, 503, 403]) {
        storage.proxy().control.fault = () => ({ status });
        await assert.rejects(call(blobs), away, `status ${status}`);
      }
      const nobody = await storage.open({ endpoint: 'http://127.0.0.1:1' });
      await assert.rejects(call(nobody), away, 'nobody there');
    });
  }

  it('that does not respond times out', async () => {
    const blobs = await storage.open({ requestTimeoutMs: 100 });
    storage.proxy().control.fault = () => ({ hang: true });
    await assert.rejects(blobs.ping(), away);
    await assert.rejects(blobs.open(content, stored, [{ start: 0, end: 9 }]), away);
  });

  it('without the bucket fails the ping', async () => {
    const blobs = await storage.open({ bucket: 'another' });
    await assert.rejects(blobs.ping(), away);
  });

  it('is retried before it fails', async () => {
    const blobs = await storage.open();
    storage.proxy().control.fault = () => (storage.proxy().requests.length < 2 ? { status: 503 } : {});
    assert.equal(await blobs.findUploaded({ ...content, storedKey: content.stagedKey }), undefined);
    assert.equal(storage.proxy().requests.length, 3);
  });
});

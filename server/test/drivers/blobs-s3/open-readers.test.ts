import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { BlobReader } from '../../../src/domain/ports/stored-bytes.ts';
import { createReaderLimit } from '../../../src/drivers/blobs-s3/reader-limit.ts';

test('no more readers hold a connection to the store than their bound, and whoever closes makes room', async () => {
  const open = createReaderLimit();
  const reader = async (): Promise<BlobReader> => ({
    next: async () => undefined,
    fill: async () => {},
    close: async () => {},
  });
  const readers = await Promise.all(Array.from({ length: bounds.storageReaders }, () => open(reader)));
  await assert.rejects(open(reader), { code: 'storage-unavailable' });
  await readers[0]?.close();
  await readers[0]?.close();
  await open(reader);
  await assert.rejects(open(reader), { code: 'storage-unavailable' });
  await readers[1]?.close();
  await assert.rejects(
    open(() => Promise.reject(new Error('the store is away'))),
    /the store is away/,
  );
  await open(reader);
});

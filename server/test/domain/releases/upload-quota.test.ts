import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Declaration } from '../../../src/domain/model/declaration.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import type { Blobs } from '../../../src/domain/ports/blobs.ts';
import type { Releases } from '../../../src/domain/ports/releases.ts';
import { createRequireDeclarationSpace } from '../../../src/domain/releases/upload-quota.ts';

const declaration: Declaration = {
  ...{ version: '1.0.0', target: 'linux-x86_64', format: '.bin', sizeBytes: 100, sha256: 'a'.repeat(64) },
};
const declared = { ...declaration, id: 'art_1', releaseId: 'rel_1', facts: {}, uploadId: 'up' };

/** A disk with this much free space, and a partially uploaded draft. */
const createStage = (freeBytes: number, arrived: { parts?: number; isWhole?: boolean } = {}) => {
  const requestedBytes: number[] = [];
  const demand = createRequireDeclarationSpace({
    store: {
      findReleaseByVersion: async () => ({ artifacts: [declared] }),
    } as unknown as Releases,
    blobs: {
      findUploaded: async () => (arrived.isWhole === true ? '2026-01-01T00:00:00.000Z' : undefined),
      presignParts: async () => ({
        ...{ uploadId: 'up', partSizeBytes: 10, urls: [] },
        uploaded: Array.from({ length: arrived.parts ?? 0 }, (_, index) => ({ number: index + 1, etag: '' })),
      }),
    } as unknown as Blobs,
    requireSpace: async (bytes) => {
      requestedBytes.push(bytes);
      if (bytes > freeBytes) throw new Refusal('storage-full', 'full');
    },
  });
  return {
    requestedBytes,
    demand: (more: Partial<Declaration> = {}) => demand('app', { ...declaration, ...more }),
  };
};

describe('the space for a declaration', () => {
  test('is its size, and twice that for a multipart upload, which is joined into another file', async () => {
    const { requestedBytes, demand } = createStage(1000);
    await demand();
    await demand({ parts: true });
    assert.deepEqual(requestedBytes, [100, 200]);
  });

  test('excludes the parts that are already uploaded', async () => {
    const { requestedBytes, demand } = createStage(150, { parts: 6 });
    await demand({ parts: true });
    assert.deepEqual(requestedBytes, [200, 140]);
  });

  test('is not required for bytes that are already stored', async () => {
    const { requestedBytes, demand } = createStage(0, { isWhole: true });
    await demand();
    await demand({ parts: true });
    assert.deepEqual(requestedBytes, [100, 200]);
  });

  test('is required in full for other bytes', async () => {
    const { demand } = createStage(50, { isWhole: true });
    await assert.rejects(demand({ sha256: 'b'.repeat(64) }), { code: 'storage-full' });
  });
});

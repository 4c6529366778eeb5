import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { createHashedFile } from '../../../src/drivers/blobs-fs/hashed-file.ts';
import { createUploadSpace } from '../../../src/drivers/blobs-fs/upload-space.ts';

const MiB = 1024 * 1024;

/** A folder with temporary files, on a fake disk. */
const openStage = async () => {
  const root = await mkdtemp(join(tmpdir(), 'slipway-space-'));
  await mkdir(join(root, 'tmp'));
  const reading = { freeBytes: 110 * MiB, reserveBytes: 10 * MiB };
  const disk = {
    read: async () => ({ ...reading }),
    isLow: async () => reading.freeBytes < reading.reserveBytes,
  };
  return {
    ...{ root, reading },
    open: () => createUploadSpace(root, disk),
    file: () => createHashedFile(join(root, 'tmp')),
    remove: () => rm(root, { recursive: true }),
  };
};

const isFull = (error: unknown): boolean => error instanceof Refusal && error.code === 'storage-full';

describe('the space for uploads', () => {
  test('is what is free above the reserve, and not claimed by another process', async () => {
    const stage = await openStage();
    const [one, other] = [stage.open(), stage.open()];
    await one.require(100 * MiB);
    await assert.rejects(one.require(100 * MiB + 1), isFull);
    const [first, second] = [await stage.file(), await stage.file()];
    await one.claim(first, 60 * MiB);
    await assert.rejects(other.claim(second, 60 * MiB), isFull);
    await other.claim(second, 40 * MiB);
    await assert.rejects(one.require(MiB), isFull);
    await first.discard();
    await one.require(60 * MiB);
    await second.discard();
    await stage.remove();
  });

  test('is claimed one after the other: of many at once as many as fit', async () => {
    const stage = await openStage();
    const space = stage.open();
    const files = await Promise.all(Array.from({ length: 30 }, stage.file));
    const claims = await Promise.allSettled(files.map((file) => space.claim(file, 10 * MiB)));
    assert.equal(claims.filter(({ status }) => status === 'fulfilled').length, 10);
    await Promise.all(files.map((file) => file.discard()));
    await stage.remove();
  });

  test('is not held by a process that died', async () => {
    const stage = await openStage();
    const file = await stage.file();
    await stage.open().claim(file, 100 * MiB);
    const old = new Date(Date.now() - 10 * 60_000);
    await utimes(file.path, old, old);
    await stage.open().require(100 * MiB);
    await file.discard();
    await stage.remove();
  });

  test('ends an upload under way once others have used the reserve', async () => {
    const stage = await openStage();
    const space = stage.open();
    const file = await stage.file();
    await space.claim(file, 50 * MiB);
    const demandReserve = space.watch(file);
    await file.add(Buffer.alloc(2 * MiB));
    await demandReserve();
    stage.reading.freeBytes = 9 * MiB;
    await file.add(Buffer.alloc(2 * MiB));
    await assert.rejects(demandReserve(), isFull);
    await file.discard();
    await stage.remove();
  });
});

import assert from 'node:assert/strict';
import { contentOf, edited } from '../content.ts';
import { findDebian } from '../fetched.ts';
import { scenario, type Tried } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { swapStored } from '../swap-stored.ts';
import { createZsync, versionOf } from './zsync.ts';

/*
 * The reference client of the protocol that updates AppImages. It requests up to twenty ranges at once in whole blocks,
 * so the last range may end beyond the file.
 */

const { folder, reason } = await findDebian(['zsync']);
const tried: Tried = {
  client: 'zsync',
  version: folder === undefined ? '' : versionOf(folder),
  missing: reason,
};
const stage = await openStage();
const { make, sync } = await createZsync(stage, folder ?? '');

// Not a multiple of the block size.
const old = contentOf(4 * 1024 * 1024 + 777);

/** An app whose newest release differs from `old` in this many places; the last is within the last block. */
const publish = async (edits: number) => {
  const app = await stage.createApp();
  const bytes = edited(old, edits);
  contentOf(40, 'end').copy(bytes, bytes.length - 40);
  await app.publish({ version: '1.1.0' }, await make('Acme-1.1.0.AppImage', bytes));
  return { app, bytes };
};

scenario(tried, 'Z1 a dozen changes of an AppImage', async () => {
  const { app, bytes } = await publish(12);
  const synced = await sync(app, { installed: old });
  assert.equal(synced.code, 0, synced.log);
  assert.ok(synced.bytes?.equals(bytes));
  assert.ok(synced.wireBytes <= 0.12 * bytes.length, synced.log);
  await app.counts(synced.wireBytes);
  return { wireBytes: synced.wireBytes, fileBytes: bytes.length };
});

scenario(tried, 'Z2 downloads nothing if it has the newest version', async () => {
  const { app, bytes } = await publish(1);
  const synced = await sync(app, { installed: bytes });
  assert.equal(synced.code, 0, synced.log);
  assert.deepEqual(
    synced.exchanges.map(({ path }) => path.endsWith('.zsync')),
    [true],
  );
});

scenario(tried, 'Z3 resumes an interrupted download', async () => {
  const { app, bytes } = await publish(1);
  const half = bytes.subarray(0, bytes.length / 2);
  const synced = await sync(app, { left: half });
  assert.equal(synced.code, 0, synced.log);
  assert.ok(synced.bytes?.equals(bytes));
  assert.ok(synced.wireBytes < 0.6 * bytes.length, synced.log);
  return { wireBytes: synced.wireBytes, fileBytes: bytes.length };
});

scenario(tried, 'Z4 rejects a file whose stored bytes were swapped', async () => {
  const app = await stage.createApp();
  const bytes = contentOf(65_432);
  await app.publish({ version: '1.1.0' }, await make('Acme-1.1.0.AppImage', bytes));
  await swapStored(stage, bytes.length);
  const synced = await sync(app, {});
  assert.notEqual(synced.code, 0, synced.log);
  assert.equal(synced.bytes, undefined);
});

scenario(tried, 'Z5 requests twenty ranges at once, the last one past the end of the file', async () => {
  const { app, bytes } = await publish(60);
  const synced = await sync(app, { installed: old });
  assert.equal(synced.code, 0, synced.log);
  assert.ok(synced.bytes?.equals(bytes));
  const ranges = synced.exchanges.map(({ range }) => range.replace('bytes=', '').split(','));
  assert.ok(ranges.some(({ length }) => length === 20));
  assert.ok(ranges.flat().some((range) => Number(range.split('-')[1]) >= bytes.length));
  await app.counts(synced.wireBytes);
  return { wireBytes: synced.wireBytes, fileBytes: bytes.length };
});

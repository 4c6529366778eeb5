import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openFileBlobs } from '../../../src/drivers/blobs-fs.ts';

/** A storage in a temporary folder that is removed after the test. */
export const openInFolder = async (t: TestContext, now: () => number = Date.now) => {
  const parent = await mkdtemp(join(tmpdir(), 'slipway-blobs-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const root = join(parent, 'blobs');
  const timings: string[] = [];
  const blobs = await openFileBlobs({
    root,
    uploadUrl: 'http://uploads.example.com/storage/',
    secret: 'a secret that only the test knows',
    now,
    onTiming: (operation, _seconds, failed) => timings.push(`${operation}${failed ? ' failed' : ''}`),
  });
  return { root, blobs, timings };
};

/** The path and query of a URL, as in a request line. */
export const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

/** The bytes as a chunked body. */
export const inPieces = async function* (bytes: Uint8Array, pieceBytes = 65_536) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
};

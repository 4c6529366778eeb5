import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Bundle } from '@slipway/build-files/bundle.ts';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';
import { UnreadableFeedError } from '../formats/unreadable-feed-error.ts';
import { parseZsync, type ZsyncHead, zsyncHeadBytes } from '../formats/zsync.ts';
import { buildFailure, isFile } from './build.ts';

/* AppImage updaters use `X.AppImage.zsync` to download only the changes. */

const readHead = async (path: string): Promise<ZsyncHead> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(zsyncHeadBytes), 0, zsyncHeadBytes, 0);
    return parseZsync(buffer.subarray(0, bytesRead));
  } catch (error) {
    if (!(error instanceof UnreadableFeedError)) throw error;
    throw buildFailure('feed-unreadable', `${path} is not a valid zsync file: ${error.message}.`);
  } finally {
    await file.close();
  }
};

/** Adds the zsync file next to an AppImage, if there is one. */
export const withZsync = async (bundle: Bundle): Promise<Bundle> => {
  const path = `${bundle.path}.zsync`;
  if (bundle.format !== '.AppImage' || !(await isFile(path))) return bundle;
  const { url, sizeBytes, sha1 } = await readHead(path);
  const name = basename(bundle.path);
  const zsync = {
    suffix: 'zsync',
    path,
    fullFileUrl: url,
    facts: { fileName: toSafeFileName(`${name}.zsync`) },
  };
  return {
    ...bundle,
    facts: { fileName: toSafeFileName(name), ...bundle.facts },
    declared: bundle.declared ?? { declaredIn: path, bytes: sizeBytes, sha1 },
    companions: [...(bundle.companions ?? []), zsync],
  };
};

import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { contentFor } from '../../conformance/blobs/stage.ts';
import { inPieces, openInFolder, pathOf } from './folder.ts';

export const openWith = async (t: TestContext, bytes: Uint8Array) => {
  const { root, blobs } = await openInFolder(t);
  const made = contentFor(bytes);
  const { url, headers } = await blobs.presign(made, 900);
  const upload = () => blobs.admit(pathOf(url), headers).receive(inPieces(bytes));
  await upload();
  const [staged, file] = [join(root, made.stagedKey), join(root, made.storedKey)];
  return { root, blobs, made, upload, staged, file };
};

import { join } from 'node:path';
import { Refusal } from '../../domain/model/errors.ts';
import { findHashMismatch, type Hashes } from '../../domain/model/hashes.ts';
import type { AcceptedUpload } from '../../domain/ports/uploads.ts';
import { moveIntoPlace } from './durable-files.ts';
import { createHashedFile, type HashedFile } from './hashed-file.ts';
import { partEtagOf, trailerBytes } from './parts.ts';
import { partsFolder, pathOfKey } from './paths.ts';
import type { UploadHashCache } from './upload-hash-cache.ts';
import type { UploadSpace } from './upload-space.ts';
import type { Grant } from './upload-url.ts';

const sizeDiffers = (grant: Grant, what: string) =>
  new Refusal('upload-size-differs', `${grant.sizeBytes} bytes were declared, but ${what}.`);

interface UploadBody {
  grant: Grant;
  body: AsyncIterable<Uint8Array>;
  space: UploadSpace;
}

const receiveBody = async (file: HashedFile, { grant, body, space }: UploadBody): Promise<void> => {
  await space.claim(file, grant.sizeBytes + (grant.part === undefined ? 0 : trailerBytes));
  const demandReserve = space.watch(file);
  for await (const chunk of body) {
    // Rejected before it is written: an endless body must not fill the disk.
    if (file.sizeBytes() + chunk.length > grant.sizeBytes) throw sizeDiffers(grant, 'more arrived');
    await file.add(chunk);
    await demandReserve();
  }
  if (file.sizeBytes() < grant.sizeBytes) throw sizeDiffers(grant, `${file.sizeBytes()} arrived`);
};

const names = { 'hash-differs': 'sha256', 'sha512-differs': 'sha512', 'sha1-differs': 'sha1' } as const;

const requireDeclaredHashes = (declared: Hashes, found: Hashes): void => {
  const fault = findHashMismatch(declared, found);
  if (fault === undefined) return;
  const name = names[fault];
  const title = name.replace('sha', 'SHA-');
  throw new Refusal(
    'upload-hash-differs',
    `The body has the ${title} ${found[name]}, but ${declared[name]} was declared.`,
  );
};

/** Receives the body of a granted PUT and stores it under the granted key. */
export const createUploadReceiver =
  (
    root: string,
    grant: Grant,
    { proofs, space }: { proofs: UploadHashCache; space: UploadSpace },
  ): AcceptedUpload['receive'] =>
  async (body) => {
    const { key, whole, part } = grant;
    const place =
      part === undefined
        ? pathOfKey(root, key)
        : join(partsFolder(root, key, part.uploadId), String(part.number));
    const file = await createHashedFile(join(root, 'tmp'), whole?.digests);
    try {
      await receiveBody(file, { grant, body, space });
      const hashes = await file.finish({ hasTrailer: part !== undefined });
      if (whole !== undefined) requireDeclaredHashes({ sha256: whole.sha256, ...whole.digests }, hashes);
      const move = () => moveIntoPlace(file.path, place);
      if (!(await proofs.moveAndCache(move, { from: file.path, to: place, hashes })))
        throw new Refusal('storage-unavailable', 'The upload was deleted before it was complete. Try again.');
      return { etag: partEtagOf(hashes.sha256) };
    } finally {
      await file.discard();
    }
  };

import { join } from 'node:path';
import { Refusal } from '../../domain/nouns/errors.ts';
import type { Admission } from '../../domain/ports/blobs.ts';
import { putInPlace } from './durable.ts';
import { createHashedFile, type HashedFile } from './hashed-file.ts';
import { etagOf } from './parts.ts';
import { partsFolder, pathOfKey } from './paths.ts';
import type { Proofs } from './proofs.ts';
import type { Grant } from './ticket.ts';

const sizeDiffers = (grant: Grant, what: string) =>
  new Refusal('upload-size-differs', `The body is declared as ${grant.sizeBytes} bytes long, ${what}.`);

const fill = async (file: HashedFile, grant: Grant, body: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const chunk of body) {
    // Cut off before it is written: a body without end must not fill the disk.
    if (file.sizeBytes() + chunk.length > grant.sizeBytes) throw sizeDiffers(grant, 'and more arrived');
    await file.add(chunk);
  }
  if (file.sizeBytes() < grant.sizeBytes) throw sizeDiffers(grant, `${file.sizeBytes()} arrived`);
};

/** Takes the body of a granted PUT and puts it where the grant says. */
export const createReceive =
  (root: string, grant: Grant, proofs: Proofs): Admission['receive'] =>
  async (body) => {
    const { key, whole, part } = grant;
    const place =
      part === undefined
        ? pathOfKey(root, key)
        : join(partsFolder(root, key, part.uploadId), String(part.number));
    const file = await createHashedFile(join(root, 'tmp'));
    try {
      await fill(file, grant, body);
      const sha256 = await file.finish(part === undefined ? undefined : (digest) => digest);
      if (whole !== undefined && sha256 !== whole.sha256)
        throw new Refusal(
          'upload-hash-differs',
          `The body has the SHA-256 ${sha256}, ${whole.sha256} was declared.`,
        );
      const move = () => putInPlace(file.path, place);
      if (!(await proofs.around(move, { from: file.path, to: place, sha256 })))
        throw new Refusal(
          'storage-unavailable',
          'The upload was cleared away before it was complete; try again.',
        );
      return { etag: etagOf(sha256) };
    } finally {
      await file.discard();
    }
  };

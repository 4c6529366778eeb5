import { createHash } from 'node:crypto';
import type { BlobContent, StoredObject } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { hashChunkBytes } from '../../domain/model/hashes.ts';
import type { BlobReader, ByteRange } from '../../domain/ports/stored-bytes.ts';
import { createBufferPool } from './buffer-pool.ts';
import { createDescriptorCache, type SharedDescriptor } from './descriptor-cache.ts';
import { ignoreMissing } from './errors.ts';
import { createFileReader } from './file-reader.ts';
import { readChunks } from './hash-file.ts';
import { requireMounted } from './paths.ts';

const damaged = (why: string) =>
  new Refusal('artifact-damaged', `The stored bytes are not the published ones: ${why}.`);

/**
 * Opens stored files. A file whose seal differs from the recorded one (restored, copied to a new disk, or replaced) is
 * hashed once; the result is cached for the life of the process.
 */
export const createFileOpener = (root: string) => {
  const descriptors = createDescriptorCache();
  const buffers = createBufferPool();
  const proofs = new Map<string, Promise<boolean>>();

  const prove = async ({ file }: SharedDescriptor, content: BlobContent): Promise<boolean> => {
    if ((await file.stat()).size !== content.sizeBytes) return false;
    const hash = createHash('sha256');
    const pieces = { lengthBytes: content.sizeBytes, pieceBytes: hashChunkBytes({}) };
    await readChunks(file, pieces, (piece) => void hash.update(piece));
    return hash.digest('hex') === content.sha256;
  };

  // Keyed by key and seal: concurrent callers share one read, and a new seal is read again. Failures are cached too, or
  // every request for a damaged file would read it completely.
  const isProven = (descriptor: SharedDescriptor, content: BlobContent): Promise<boolean> => {
    const name = `${content.storedKey} ${descriptor.seal}`;
    const cached = proofs.get(name);
    if (cached !== undefined) return cached;
    const proof = prove(descriptor, content);
    proofs.set(name, proof);
    proof.catch(() => proofs.delete(name));
    if (proofs.size > bounds.rememberedProofs) proofs.delete(proofs.keys().next().value ?? name);
    return proof;
  };

  const open = async (
    path: string,
    content: BlobContent,
    sealed: { stored: StoredObject; ranges: readonly ByteRange[] },
  ): Promise<BlobReader> => {
    const descriptor = await ignoreMissing(descriptors.acquire(path));
    if (descriptor === undefined) {
      await requireMounted(root);
      throw damaged('they are gone');
    }
    try {
      if (descriptor.seal !== sealed.stored.seal && !(await isProven(descriptor, content)))
        throw damaged('size or hash differ');
      return createFileReader(descriptor, buffers, sealed.ranges);
    } catch (error) {
      await descriptor.release();
      throw error;
    }
  };

  return { open };
};

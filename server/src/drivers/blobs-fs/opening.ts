import { createHash } from 'node:crypto';
import type { Content, Kept } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { hashedAtOnce } from '../../domain/model/hashes.ts';
import type { BlobReader, ByteRange } from '../../domain/ports/blobs.ts';
import { createBuffers } from './buffers.ts';
import { createDescriptors, type Descriptor } from './descriptors.ts';
import { ifThere } from './faults.ts';
import { readThrough } from './hash-file.ts';
import { demandThere } from './paths.ts';
import { createReader } from './reader.ts';

const damaged = (why: string) =>
  new Refusal('artifact-damaged', `The stored bytes are not the published ones: ${why}.`);

/**
 * Opens kept files. One whose seal is not the recorded one (restored from a backup, copied to a new disk, or swapped)
 * is read and hashed once; if it is right, that is remembered for as long as the process runs.
 */
export const createOpening = (root: string) => {
  const descriptors = createDescriptors();
  const buffers = createBuffers();
  const proofs = new Map<string, Promise<boolean>>();

  const prove = async ({ file }: Descriptor, content: Content): Promise<boolean> => {
    if ((await file.stat()).size !== content.sizeBytes) return false;
    const hash = createHash('sha256');
    const pieces = { lengthBytes: content.sizeBytes, pieceBytes: hashedAtOnce({}) };
    await readThrough(file, pieces, (piece) => void hash.update(piece));
    return hash.digest('hex') === content.sha256;
  };

  // Keyed by key and seal: whoever asks meanwhile waits for the same reading, and another seal is read again. That it
  // is wrong is remembered too, or every request for a damaged file would read it through.
  const isProven = (descriptor: Descriptor, content: Content): Promise<boolean> => {
    const name = `${content.keptKey} ${descriptor.seal}`;
    const known = proofs.get(name);
    if (known !== undefined) return known;
    const proof = prove(descriptor, content);
    proofs.set(name, proof);
    proof.catch(() => proofs.delete(name));
    if (proofs.size > bounds.rememberedProofs) proofs.delete(proofs.keys().next().value ?? name);
    return proof;
  };

  const open = async (
    path: string,
    content: Content,
    sealed: { kept: Kept; ranges: readonly ByteRange[] },
  ): Promise<BlobReader> => {
    const descriptor = await ifThere(descriptors.acquire(path));
    if (descriptor === undefined) {
      await demandThere(root);
      throw damaged('they are gone');
    }
    try {
      if (descriptor.seal !== sealed.kept.seal && !(await isProven(descriptor, content)))
        throw damaged('size or hash differ');
      return createReader(descriptor, buffers, sealed.ranges);
    } catch (error) {
      await descriptor.release();
      throw error;
    }
  };

  return { open };
};

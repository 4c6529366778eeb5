import type { Content, Kept } from '../../domain/artifact.ts';
import type { BlobReader, ByteRange } from '../../domain/ports/blobs.ts';
import type { Bucket } from './bucket.ts';
import { createFetch, damaged, isOther } from './fetching.ts';
import type { Proving } from './proving.ts';
import { createReader } from './reader.ts';

const rememberedObjects = 10_000;

/**
 * Opens kept objects by the ETag that was recorded. An object that has another one (a bucket that was restored, copied
 * or encrypted anew, or swapped) is proven once for each ETag; the outcome is remembered while the process runs.
 */
export const createOpening = (bucket: Bucket, proving: Proving, silenceMs: number) => {
  const proofs = new Map<string, Promise<boolean>>();
  const renamed = new Map<string, string>();

  const remember = <T>(memory: Map<string, T>, name: string, value: T) => {
    memory.set(name, value);
    if (memory.size > rememberedObjects) memory.delete(memory.keys().next().value ?? name);
  };

  const isProven = (content: Content, etag: string): Promise<boolean> => {
    const name = `${content.keptKey} ${etag}`;
    const known = proofs.get(name);
    if (known !== undefined) return known;
    const proof = proving
      .check(content.keptKey, content)
      .then((found) => typeof found === 'object' && found.mark === etag);
    remember(proofs, name, proof);
    proof.catch(() => proofs.delete(name));
    return proof;
  };

  const openAs = (content: Content, etag: string, range: ByteRange): Promise<BlobReader> => {
    const { keptKey: key, sizeBytes } = content;
    return createReader(createFetch(bucket, { key, etag, sizeBytes }), range, silenceMs);
  };

  return {
    open: async (content: Content, { seal }: Kept, range: ByteRange): Promise<BlobReader> => {
      const name = `${content.keptKey} ${seal}`;
      try {
        return await openAs(content, renamed.get(name) ?? seal, range);
      } catch (error) {
        if (!isOther(error)) throw error;
        const etag = (await bucket.findHead(content.keptKey))?.etag;
        if (etag === undefined || !(await isProven(content, etag))) throw damaged(error);
        remember(renamed, name, etag);
        return openAs(content, etag, range);
      }
    },
  };
};

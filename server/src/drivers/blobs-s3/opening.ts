import type { Content, Kept } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import type { BlobReader, ByteRange } from '../../domain/ports/blobs.ts';
import { createBareGets } from './bare-gets.ts';
import type { Bucket } from './bucket.ts';
import { damaged } from './faults.ts';
import { createFetch, isOther } from './fetching.ts';
import { createOpenReaders } from './open-readers.ts';
import type { Proving } from './proving.ts';
import { createRangesReader } from './ranges.ts';
import { createReader, type SpanReader } from './reader.ts';
import { createChecker, parseSeal } from './seal.ts';

/**
 * Opens kept objects by the seal that was recorded. An object that has another ETag (a bucket that was restored, copied
 * or encrypted anew, or swapped) is proven once; the outcome is remembered for each ETag while the process runs.
 */
export const createOpening = (bucket: Bucket, proving: Proving, silenceMs: number) => {
  const proofs = new Map<string, Promise<string | undefined>>();
  const replaced = new Map<string, string>();
  const opened = createOpenReaders();

  const remember = <T>(memory: Map<string, T>, name: string, value: T) => {
    memory.set(name, value);
    if (memory.size > bounds.rememberedProofs) memory.delete(memory.keys().next().value ?? name);
  };

  const prove = async (content: Content): Promise<string | undefined> => {
    const found = await proving.check(content.keptKey, content);
    return typeof found === 'object' ? found.mark : undefined;
  };

  /** The seal of what lies there now, when it is right. Whoever asks meanwhile waits for the same reading. */
  const findSeal = async (content: Content): Promise<string | undefined> => {
    const etag = (await bucket.findHead(content.keptKey))?.etag;
    if (etag === undefined) return undefined;
    const name = `${content.keptKey} ${etag}`;
    const known = proofs.get(name);
    if (known !== undefined) return known;
    const proof = prove(content);
    remember(proofs, name, proof);
    proof.catch(() => proofs.delete(name));
    return proof;
  };

  const openAs = (content: Content, seal: string, ranges: readonly ByteRange[]): Promise<BlobReader> => {
    const { keptKey: key, sizeBytes } = content;
    const { etag, codes } = parseSeal(seal);
    const checkerOf =
      codes === undefined ? undefined : (span: ByteRange) => createChecker(codes, sizeBytes, span);
    const version = { key, etag, sizeBytes };
    const usual = createFetch(bucket, version, silenceMs);
    const { fetch, close } =
      ranges.length === 1
        ? { fetch: usual, close: () => {} }
        : createBareGets(bucket, version, { silenceMs, usual });
    const openSpans = async (spans: readonly ByteRange[]): Promise<SpanReader> => {
      const reader = await createReader(fetch, spans, { checkerOf });
      return {
        ...reader,
        close: async () => {
          close();
          await reader.close();
        },
      };
    };
    return opened(() => createRangesReader(ranges, openSpans));
  };

  /** The seal that holds as far as is known here. */
  const sealOf = (content: Content, { seal }: Kept): string =>
    replaced.get(`${content.keptKey} ${seal}`) ?? seal;

  /** Proves what lies there in place of what was sealed; undefined where it is gone or wrong. */
  const renew = async (content: Content, { seal }: Kept): Promise<string | undefined> => {
    const now = await findSeal(content);
    if (now !== undefined) remember(replaced, `${content.keptKey} ${seal}`, now);
    return now;
  };

  return {
    sealOf,
    renew,
    open: async (content: Content, kept: Kept, ranges: readonly ByteRange[]): Promise<BlobReader> => {
      try {
        return await openAs(content, sealOf(content, kept), ranges);
      } catch (error) {
        if (!isOther(error)) throw error;
        const now = await renew(content, kept);
        if (now === undefined) throw damaged(error);
        return openAs(content, now, ranges);
      }
    },
  };
};

export type Opening = ReturnType<typeof createOpening>;

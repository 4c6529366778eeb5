import type { BlobContent, StoredObject } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import type { BlobReader, ByteRange } from '../../domain/ports/stored-bytes.ts';
import type { Bucket } from './bucket.ts';
import { artifactDamaged } from './errors.ts';
import { createBlockTagChecker, parseSeal } from './object-seal.ts';
import { createRangeFetch, isReplaced } from './range-fetch.ts';
import { createRangesReader } from './ranges-reader.ts';
import { createRawRangeGets } from './raw-range-gets.ts';
import { createReaderLimit } from './reader-limit.ts';
import { createSpanReader, type SpanReader } from './span-reader.ts';
import type { ObjectVerifier } from './verify-object.ts';

/**
 * Opens stored objects by their recorded seal. An object with a different ETag (a bucket that was restored, copied or
 * re-encrypted, or a replaced object) is verified once; the result is cached per ETag.
 */
export const createObjectOpener = (bucket: Bucket, proving: ObjectVerifier, silenceMs: number) => {
  const proofs = new Map<string, Promise<string | undefined>>();
  const replaced = new Map<string, string>();
  const opened = createReaderLimit();

  const remember = <T>(memory: Map<string, T>, name: string, value: T) => {
    memory.set(name, value);
    if (memory.size > bounds.rememberedProofs) memory.delete(memory.keys().next().value ?? name);
  };

  const prove = async (content: BlobContent): Promise<string | undefined> => {
    const found = await proving.check(content.storedKey, content);
    return typeof found === 'object' ? found.mark : undefined;
  };

  /** The seal of the current object if it is correct. Concurrent callers share one read. */
  const findSeal = async (content: BlobContent): Promise<string | undefined> => {
    const etag = (await bucket.findHead(content.storedKey))?.etag;
    if (etag === undefined) return undefined;
    const name = `${content.storedKey} ${etag}`;
    const cached = proofs.get(name);
    if (cached !== undefined) return cached;
    const proof = prove(content);
    remember(proofs, name, proof);
    proof.catch(() => proofs.delete(name));
    return proof;
  };

  const openAs = (content: BlobContent, seal: string, ranges: readonly ByteRange[]): Promise<BlobReader> => {
    const { storedKey: key, sizeBytes } = content;
    const { etag, codes } = parseSeal(seal);
    const checkerOf =
      codes === undefined ? undefined : (span: ByteRange) => createBlockTagChecker(codes, sizeBytes, span);
    const version = { key, etag, sizeBytes };
    const fallback = createRangeFetch(bucket, version, silenceMs);
    const { fetch, close } =
      ranges.length === 1
        ? { fetch: fallback, close: () => {} }
        : createRawRangeGets(bucket, version, { silenceMs, fallback });
    const openSpans = async (spans: readonly ByteRange[]): Promise<SpanReader> => {
      const reader = await createSpanReader(fetch, spans, { checkerOf });
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

  /** The last known valid seal. */
  const sealOf = (content: BlobContent, { seal }: StoredObject): string =>
    replaced.get(`${content.storedKey} ${seal}`) ?? seal;

  /** Verifies the object that replaced the sealed one; undefined when it is missing or wrong. */
  const renew = async (content: BlobContent, { seal }: StoredObject): Promise<string | undefined> => {
    const now = await findSeal(content);
    if (now !== undefined) remember(replaced, `${content.storedKey} ${seal}`, now);
    return now;
  };

  return {
    sealOf,
    renew,
    open: async (
      content: BlobContent,
      stored: StoredObject,
      ranges: readonly ByteRange[],
    ): Promise<BlobReader> => {
      try {
        return await openAs(content, sealOf(content, stored), ranges);
      } catch (error) {
        if (!isReplaced(error)) throw error;
        const now = await renew(content, stored);
        if (now === undefined) throw artifactDamaged(error);
        return openAs(content, now, ranges);
      }
    },
  };
};

export type ObjectOpener = ReturnType<typeof createObjectOpener>;

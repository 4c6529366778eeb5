import { createHash } from 'node:crypto';
import type { BlobContent } from '../../domain/model/artifact.ts';
import { planParts } from '../../domain/model/upload-parts.ts';
import type { ByteRange } from '../../domain/ports/stored-bytes.ts';
import type { Bucket } from './bucket.ts';
import { isArtifactDamaged, isMissingOrReplaced, isNotImplemented, storageUnavailable } from './errors.ts';
import { createRangeFetch } from './range-fetch.ts';
import { createSpanReader, type SpanReader } from './span-reader.ts';

/*
 * Copies from key to key, bound to the verified ETag: an upload URL may still be valid, and a later write must not be
 * kept. The store copies on its side, in one call or, over its limit, in parts; if it cannot copy (Ceph of Debian 12),
 * the bytes pass through this server and are hashed on the way.
 */

/** S3's limit for one copy call. */
export const defaultMaxCopyBytes = 5 * 1024 ** 3;
const defaultCopyPartBytes = 1024 ** 3;
const copiesAtOnce = 4;

interface Part extends ByteRange {
  number: number;
}

export interface ObjectMove {
  from: string;
  to: string;
  content: Pick<BlobContent, 'sizeBytes' | 'sha256' | 'contentType'>;
}

interface Upload {
  at: { Bucket: string; Key: string };
  uploadId: string;
}

const cut = (sizeBytes: number, partBytes: number): Part[] =>
  Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => ({
    number: index + 1,
    start: index * partBytes,
    end: Math.min((index + 1) * partBytes, sizeBytes) - 1,
  }));

const readExactly = async (reader: SpanReader, lengthBytes: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(lengthBytes);
  for (let filled = 0; filled < lengthBytes; ) {
    const piece = await reader.next(lengthBytes - filled);
    if (piece === undefined) throw storageUnavailable(new Error('the object ended early'));
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
};

export const createObjectCopier = (
  bucket: Bucket,
  { silenceMs, maxCopyBytes }: { silenceMs: number; maxCopyBytes: number },
) => {
  const sourceOf = (key: string) =>
    [bucket.bucket, ...`${bucket.prefix}${key}`.split('/')].map(encodeURIComponent).join('/');

  const copyWhole = async ({ from, to }: ObjectMove, etag: string): Promise<string | undefined> => {
    const source = { CopySource: sourceOf(from), CopySourceIfMatch: etag };
    const input = { ...bucket.at(to), ...bucket.encryption, ...source };
    const { CopyObjectResult } = await bucket.callSlowly((s3, limits) => s3.copyObject(input, limits));
    return CopyObjectResult?.ETag;
  };

  /** Writes the new object in parts; it appears only when `fill` has made all of them. */
  const writeParts = async ({ to, content }: ObjectMove, fill: (upload: Upload) => Promise<string[]>) => {
    const at = bucket.at(to);
    const begun = { ...at, ...bucket.encryption, ContentType: content.contentType };
    const { UploadId = '' } = await bucket.call((s3, limits) => s3.createMultipartUpload(begun, limits));
    try {
      const etags = await fill({ at, uploadId: UploadId });
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
      const joined = { ...at, UploadId, MultipartUpload: { Parts } };
      return (await bucket.callSlowly((s3, limits) => s3.completeMultipartUpload(joined, limits))).ETag;
    } catch (error) {
      await bucket.call((s3, limits) => s3.abortMultipartUpload({ ...at, UploadId }, limits)).catch(() => {});
      throw error;
    }
  };

  const copyParts = (move: ObjectMove, etag: string) =>
    writeParts(move, async ({ at, uploadId }) => {
      const { from, content } = move;
      const source = { CopySource: sourceOf(from), CopySourceIfMatch: etag };
      const etags: string[] = [];
      const waiting = cut(content.sizeBytes, Math.min(maxCopyBytes, defaultCopyPartBytes)).values();
      const work = async () => {
        for (const { number, start, end } of waiting) {
          const part = { UploadId: uploadId, PartNumber: number, CopySourceRange: `bytes=${start}-${end}` };
          const input = { ...at, ...source, ...part };
          const { CopyPartResult } = await bucket.callSlowly((s3, limits) =>
            s3.uploadPartCopy(input, limits),
          );
          etags[number - 1] = CopyPartResult?.ETag ?? '';
        }
      };
      await Promise.all(Array.from({ length: copiesAtOnce }, work));
      return etags;
    });

  const carryParts = (move: ObjectMove, etag: string) =>
    writeParts(move, async ({ at, uploadId }) => {
      const { from: key, content } = move;
      const { sizeBytes } = content;
      const fetch = createRangeFetch(bucket, { key, etag, sizeBytes }, silenceMs);
      const reader = await createSpanReader(fetch, [{ start: 0, end: sizeBytes - 1 }]);
      const hash = createHash('sha256');
      const etags: string[] = [];
      try {
        for (const { number, start, end } of cut(sizeBytes, planParts(sizeBytes).partSizeBytes)) {
          const Body = await readExactly(reader, end - start + 1);
          hash.update(Body);
          const part = { ...at, UploadId: uploadId, PartNumber: number, Body };
          const { ETag } = await bucket.callSlowly((s3, limits) => s3.uploadPart(part, limits));
          etags.push(ETag ?? '');
        }
      } finally {
        await reader.close();
      }
      if (hash.digest('hex') !== content.sha256)
        throw storageUnavailable(new Error('other bytes than were verified'));
      return etags;
    });

  // R2, for example, supports conditional copies of whole objects, but not of parts.
  const missing = new Set<typeof copyWhole>();
  const run = async (move: ObjectMove, etag: string): Promise<string | undefined> => {
    const way = move.content.sizeBytes > maxCopyBytes ? copyParts : copyWhole;
    try {
      if (!missing.has(way)) return await way(move, etag);
    } catch (error) {
      if (!isNotImplemented(error)) throw error;
      missing.add(way);
    }
    return carryParts(move, etag);
  };

  return {
    /** The new object's ETag; undefined when the old one is gone or no longer the verified one. */
    copy: async (move: ObjectMove, etag: string): Promise<string | undefined> => {
      try {
        return (await run(move, etag)) ?? (await bucket.findHead(move.to))?.etag;
      } catch (error) {
        if (isMissingOrReplaced(error) || isArtifactDamaged(error)) return undefined;
        throw error;
      }
    },
    /**
     * Renews an old object so that garbage collection skips it. Returns its ETag, or undefined if that is impossible.
     */
    renew: async (content: BlobContent, etag: string): Promise<string | undefined> => {
      if (missing.has(copyWhole) || content.sizeBytes > maxCopyBytes) return undefined;
      const source = { CopySource: sourceOf(content.storedKey), CopySourceIfMatch: etag };
      const replaced = { MetadataDirective: 'REPLACE' as const, ContentType: content.contentType };
      const input = { ...bucket.at(content.storedKey), ...bucket.encryption, ...source, ...replaced };
      try {
        const { CopyObjectResult } = await bucket.callSlowly((s3, limits) => s3.copyObject(input, limits));
        return CopyObjectResult?.ETag;
      } catch (error) {
        if (isNotImplemented(error)) return undefined;
        throw error;
      }
    },
  };
};

export type ObjectCopier = ReturnType<typeof createObjectCopier>;

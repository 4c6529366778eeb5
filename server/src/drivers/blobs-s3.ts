import type { BlobContent } from '../domain/model/artifact.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { Instant } from '../domain/model/instant.ts';
import type { Blobs } from '../domain/ports/blobs.ts';
import { type Bucket, type BucketOptions, openBucket } from './blobs-s3/bucket.ts';
import { createObjectCopier, defaultMaxCopyBytes } from './blobs-s3/copy-object.ts';
import { createDownloadUrlSigner } from './blobs-s3/download-urls.ts';
import { s3ErrorToRefusal } from './blobs-s3/errors.ts';
import { createObjectKeeper } from './blobs-s3/keep-object.ts';
import { listObjectKeys } from './blobs-s3/list-objects.ts';
import { createObjectOpener } from './blobs-s3/open-object.ts';
import { abortS3Parts, joinS3Parts, openS3Parts } from './blobs-s3/parts.ts';
import { presignUpload } from './blobs-s3/presign.ts';
import { spanLimits } from './blobs-s3/ranges-reader.ts';
import { sweepUnfinishedUploads } from './blobs-s3/sweep-uploads.ts';
import { createObjectVerifier } from './blobs-s3/verify-object.ts';
import { createCallWrapper, type OnTiming } from './timed-call.ts';

/*
 * Any S3-compatible store. Clients upload directly with signed URLs; publish verifies the upload and lets the store
 * copy it to its final key; downloads pass through this server by range and ETag.
 */

export interface S3BlobsOptions extends Omit<BucketOptions, 'prefix' | 'requestTimeoutMs'> {
  /** A folder in the bucket; may be empty. */
  prefix?: string | undefined;
  /** The time limit until a response starts. */
  requestTimeoutMs?: number | undefined;
  /** The idle time after which a download retries from the missing byte. */
  silenceTimeoutMs?: number | undefined;
  /** The store's limit for one copy call; larger objects are copied in parts. */
  maxCopyBytes?: number | undefined;
  /** Whether the store's own checksums count as proof; by default only over TLS. */
  trustsStoreChecksums?: boolean | undefined;
  onTiming?: OnTiming | undefined;
}

const findUploaded = async (bucket: Bucket, content: BlobContent): Promise<Instant | undefined> => {
  for (const key of [content.stagedKey, content.storedKey]) {
    const head = await bucket.findHead(key);
    if (head?.sizeBytes === content.sizeBytes) return head.modifiedAt.toISOString();
  }
  return undefined;
};

/** Opens a bucket as a storage. Sends no request yet, so a node starts while the store is unavailable. */
export const openS3Blobs = async (options: S3BlobsOptions): Promise<Blobs> => {
  const {
    requestTimeoutMs = bounds.storageCallSeconds * 1000,
    silenceTimeoutMs = bounds.storageSilenceSeconds * 1000,
    maxCopyBytes = defaultMaxCopyBytes,
  } = options;
  const prefix = (options.prefix ?? '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/$/, '/')
    .replace(/^\/$/, '');
  const bucket = await openBucket({ ...options, prefix, requestTimeoutMs });
  const trustsStoreChecksums = options.trustsStoreChecksums ?? options.endpoint?.startsWith('http:') !== true;
  const proving = createObjectVerifier(bucket, { silenceMs: silenceTimeoutMs, trustsStoreChecksums });
  const keeping = createObjectKeeper(
    bucket,
    proving,
    createObjectCopier(bucket, { silenceMs: silenceTimeoutMs, maxCopyBytes }),
  );
  const opening = createObjectOpener(bucket, proving, silenceTimeoutMs);
  const edge = createCallWrapper(options.onTiming, s3ErrorToRefusal);
  const name = `s3:${options.bucket}/${prefix}`;

  return {
    name,
    ...spanLimits,
    requireSpace: async () => undefined,
    presign: edge('presign', (content, ttlSeconds) => presignUpload(bucket, content, ttlSeconds)),
    presignParts: edge('presignParts', (content, ttlSeconds, uploadId) =>
      openS3Parts(bucket, content, { ttlSeconds, uploadId }),
    ),
    completeParts: edge('completeParts', (content, uploadId, etags) =>
      joinS3Parts(bucket, content, { uploadId, etags }),
    ),
    abandonParts: edge('abandonParts', ({ stagedKey }, uploadId) =>
      abortS3Parts(bucket, stagedKey, uploadId),
    ),
    findUploaded: edge('findUploaded', (content) => findUploaded(bucket, content)),
    verify: edge('verify', keeping.verify),
    keep: edge('keep', async (content, verified) => ({
      store: name,
      seal: await keeping.keep(content, verified),
    })),
    open: edge('open', opening.open),
    address: edge('address', createDownloadUrlSigner(bucket, opening)),
    copy: edge('copy', keeping.copy),
    scrub: edge('scrub', async (content, watch) => {
      const found = await proving.check(content.storedKey, content, watch);
      return typeof found === 'object' ? found.extraDigests : undefined;
    }),
    remove: edge('remove', bucket.remove),
    list: async function* (under) {
      try {
        yield* listObjectKeys(bucket, under);
      } catch (error) {
        throw s3ErrorToRefusal(error);
      }
    },
    sweep: edge('sweep', (before, isInUse = async () => false) =>
      sweepUnfinishedUploads(bucket, before, isInUse),
    ),
    ping: edge('ping', async () => {
      await bucket.call((s3, limits) => s3.headBucket({ Bucket: options.bucket }, limits));
    }),
    close: async () => bucket.client.destroy(),
  };
};

import type { BlobContent } from '../../domain/model/artifact.ts';
import { type Fault, Refusal } from '../../domain/model/errors.ts';
import { planParts } from '../../domain/model/upload-parts.ts';
import type { PartTickets } from '../../domain/ports/uploads.ts';
import type { Bucket } from './bucket.ts';
import { isMissingOrReplaced, isNotImplemented, s3StatusOf } from './errors.ts';
import { listParts } from './list-objects.ts';
import { presignPartUploads } from './presign.ts';

const beginUpload = async (bucket: Bucket, content: BlobContent): Promise<string> => {
  const input = { ...bucket.at(content.stagedKey), ...bucket.encryption, ContentType: content.contentType };
  const { UploadId } = await bucket.call((s3, limits) => s3.createMultipartUpload(input, limits));
  if (UploadId === undefined) throw new Refusal('storage-unavailable', 'The storage began no upload.');
  return UploadId;
};

/** The uploaded parts; undefined when this key has no such upload. */
const findParts = async (
  bucket: Bucket,
  content: BlobContent,
  uploadId: string,
): Promise<PartTickets['uploaded'] | undefined> => {
  const uploaded: PartTickets['uploaded'] = [];
  try {
    for await (const { number, etag } of listParts(bucket, content.stagedKey, uploadId))
      uploaded.push({ number, etag });
  } catch (error) {
    if (isMissingOrReplaced(error)) return undefined;
    // A store that cannot list parts: the client sends all of them again, under the same upload.
    if (!isNotImplemented(error)) throw error;
  }
  return uploaded;
};

/** Starts a multipart upload, or resumes the named one if the store still has it. */
export const openS3Parts = async (
  bucket: Bucket,
  content: BlobContent,
  { ttlSeconds, uploadId: requestedId }: { ttlSeconds: number; uploadId: string | undefined },
): Promise<PartTickets> => {
  const found = requestedId === undefined ? undefined : await findParts(bucket, content, requestedId);
  const uploadId =
    requestedId === undefined || found === undefined ? await beginUpload(bucket, content) : requestedId;
  const urls = await presignPartUploads(bucket, content, { uploadId, ttlSeconds });
  return { uploadId, partSizeBytes: planParts(content.sizeBytes).partSizeBytes, urls, uploaded: found ?? [] };
};

const incomplete = (detail: string, faults?: Fault[], cause?: unknown) =>
  new Refusal('uploads-incomplete', detail, faults, cause);

const missingParts = (count: number, etags: string[]): Fault[] =>
  Array.from({ length: Math.max(0, count - etags.length) }, (_, index) => ({
    pointer: `/etags/${etags.length + index}`,
    code: 'missing',
    detail: `The ETag of part ${etags.length + index + 1} is missing.`,
  }));

/** Joins the parts into the staged object. Idempotent. */
export const joinS3Parts = async (
  bucket: Bucket,
  content: BlobContent,
  { uploadId, etags }: { uploadId: string; etags: string[] },
): Promise<void> => {
  const { count } = planParts(content.sizeBytes);
  if (etags.length !== count)
    throw incomplete(`There are ${count} parts, but ${etags.length} ETags.`, missingParts(count, etags));
  const input = {
    ...bucket.at(content.stagedKey),
    UploadId: uploadId,
    MultipartUpload: { Parts: etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
  };
  try {
    await bucket.callSlowly((s3, limits) => s3.completeMultipartUpload(input, limits));
  } catch (error) {
    const status = s3StatusOf(error);
    // Ceph returns 500 ("already in progress") for an upload that it no longer has.
    const isGone =
      status === 404 || (status === 500 && (await findParts(bucket, content, uploadId)) === undefined);
    if (!isGone && status !== 400 && status !== 409) throw error;
    if (isGone && (await bucket.findHead(content.stagedKey))?.sizeBytes === content.sizeBytes) return;
    const why = error instanceof Error ? error.name : 'unknown';
    throw incomplete(`The storage can’t join these parts: ${why}.`, undefined, error);
  }
};

/** Aborts a multipart upload; idempotent. */
export const abortS3Parts = async (bucket: Bucket, key: string, uploadId: string): Promise<void> => {
  const upload = { ...bucket.at(key), UploadId: uploadId };
  try {
    await bucket.call((s3, limits) => s3.abortMultipartUpload(upload, limits));
  } catch (error) {
    if (!isMissingOrReplaced(error)) throw error;
  }
};

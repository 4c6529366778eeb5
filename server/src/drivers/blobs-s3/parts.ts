import type { ListMultipartUploadsCommandInput, ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3';
import type { Content } from '../../domain/nouns/artifact.ts';
import { type Fault, Refusal } from '../../domain/nouns/errors.ts';
import { planParts } from '../../domain/nouns/parts.ts';
import type { PartTickets } from '../../domain/ports/blobs.ts';
import type { Bucket } from './bucket.ts';
import { isGoneOrOther, isNotImplemented, statusOf } from './faults.ts';
import { presignEach } from './tickets.ts';

const begin = async (bucket: Bucket, content: Content): Promise<string> => {
  const input = { ...bucket.at(content.stagedKey), ...bucket.encryption, ContentType: content.contentType };
  const { UploadId } = await bucket.call((s3, limits) => s3.createMultipartUpload(input, limits));
  if (UploadId === undefined) throw new Refusal('storage-unavailable', 'The storage began no upload.');
  return UploadId;
};

/** The parts that are there; undefined when there is no such upload of this key. */
const findParts = async (
  bucket: Bucket,
  content: Content,
  uploadId: string,
): Promise<PartTickets['uploaded'] | undefined> => {
  const uploaded: PartTickets['uploaded'] = [];
  let marker: string | undefined;
  try {
    do {
      const input = { ...bucket.at(content.stagedKey), UploadId: uploadId };
      const from = marker === undefined ? {} : { PartNumberMarker: marker };
      const page = await bucket.call((s3, limits) => s3.listParts({ ...input, ...from }, limits));
      for (const { PartNumber: number, ETag: etag } of page.Parts ?? [])
        if (number !== undefined && etag !== undefined) uploaded.push({ number, etag });
      marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
  } catch (error) {
    if (isGoneOrOther(error)) return undefined;
    // A store that cannot list parts: all are sent again, under the same upload.
    if (!isNotImplemented(error)) throw error;
  }
  return uploaded;
};

/** Begins an upload in parts, or goes on with the one named where the store still has it. */
export const openParts = async (
  bucket: Bucket,
  content: Content,
  { ttlSeconds, uploadId: wanted }: { ttlSeconds: number; uploadId: string | undefined },
): Promise<PartTickets> => {
  const found = wanted === undefined ? undefined : await findParts(bucket, content, wanted);
  const uploadId = wanted === undefined || found === undefined ? await begin(bucket, content) : wanted;
  const urls = await presignEach(bucket, content, { uploadId, ttlSeconds });
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

/** Joins the parts into the staged object. Done before: nothing happens. */
export const joinParts = async (
  bucket: Bucket,
  content: Content,
  { uploadId, etags }: { uploadId: string; etags: string[] },
): Promise<void> => {
  const { count } = planParts(content.sizeBytes);
  if (etags.length !== count)
    throw incomplete(`There are ${count} parts, ${etags.length} are named.`, missingParts(count, etags));
  const input = {
    ...bucket.at(content.stagedKey),
    UploadId: uploadId,
    MultipartUpload: { Parts: etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
  };
  try {
    await bucket.callSlowly((s3, limits) => s3.completeMultipartUpload(input, limits));
  } catch (error) {
    const status = statusOf(error);
    // Ceph says 500 ("already in progress") of an upload that it no longer has.
    const isGone =
      status === 404 || (status === 500 && (await findParts(bucket, content, uploadId)) === undefined);
    if (!isGone && status !== 400 && status !== 409) throw error;
    if (isGone && (await bucket.findHead(content.stagedKey))?.sizeBytes === content.sizeBytes) return;
    const why = error instanceof Error ? error.name : 'unknown';
    throw incomplete(`The storage does not join these parts: ${why}.`, undefined, error);
  }
};

type UploadMarkers = { KeyMarker?: string; UploadIdMarker?: string };

const listUploads = async function* (bucket: Bucket) {
  let from: UploadMarkers | undefined = {};
  while (from !== undefined) {
    const input: ListMultipartUploadsCommandInput = { Bucket: bucket.bucket, Prefix: bucket.prefix, ...from };
    const page: ListMultipartUploadsCommandOutput = await bucket.call((s3, limits) =>
      s3.listMultipartUploads(input, limits),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key !== undefined && UploadId !== undefined && Initiated !== undefined)
        yield { upload: { Bucket: bucket.bucket, Key, UploadId }, begunAt: Initiated.toISOString() };
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    const isLast = IsTruncated !== true || KeyMarker === undefined || UploadIdMarker === undefined;
    from = isLast ? undefined : { KeyMarker, UploadIdMarker };
  }
};

/** Aborts unfinished uploads that began before; how many. A store that cannot list them has to expire them itself. */
export const sweepParts = async (bucket: Bucket, before: string): Promise<number> => {
  let swept = 0;
  try {
    for await (const { upload, begunAt } of listUploads(bucket)) {
      if (begunAt >= before) continue;
      await bucket.call((s3, limits) => s3.abortMultipartUpload(upload, limits)).catch(ignoreGone);
      swept += 1;
    }
  } catch (error) {
    if (!isNotImplemented(error)) throw error;
  }
  return swept;
};

const ignoreGone = (error: unknown): void => {
  if (!isGoneOrOther(error)) throw error;
};

import type {
  ListMultipartUploadsCommandInput,
  ListMultipartUploadsCommandOutput,
  ListPartsCommandOutput,
} from '@aws-sdk/client-s3';
import type { Instant } from '../../domain/model/instant.ts';
import type { Bucket } from './bucket.ts';

/* Iterates over S3's paginated lists. Keys are ours, without the bucket's prefix. */

/** Every object under a prefix, with its write time. */
export const listObjectKeys = async function* (
  bucket: Bucket,
  prefix: string,
): AsyncGenerator<{ key: string; writtenAt: Instant }> {
  let token: string | undefined;
  do {
    const from = token === undefined ? {} : { ContinuationToken: token };
    const input = { Bucket: bucket.bucket, Prefix: `${bucket.prefix}${prefix}`, ...from };
    const page = await bucket.call((s3, limits) => s3.listObjectsV2(input, limits));
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined && LastModified !== undefined)
        yield { key: Key.slice(bucket.prefix.length), writtenAt: LastModified.toISOString() };
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
};

/** A multipart upload that was neither completed nor aborted. */
export interface UnfinishedUpload {
  key: string;
  uploadId: string;
  begunAt: Instant;
}

type UploadMarkers = { KeyMarker?: string; UploadIdMarker?: string };

/** Every unfinished upload under a prefix. */
export const listUploads = async function* (
  bucket: Bucket,
  prefix: string,
): AsyncGenerator<UnfinishedUpload> {
  const Prefix = `${bucket.prefix}${prefix}`;
  let from: UploadMarkers | undefined = {};
  while (from !== undefined) {
    const input: ListMultipartUploadsCommandInput = { Bucket: bucket.bucket, Prefix, ...from };
    const page: ListMultipartUploadsCommandOutput = await bucket.call((s3, limits) =>
      s3.listMultipartUploads(input, limits),
    );
    // Not every store applies the prefix.
    for (const { Key, UploadId: uploadId, Initiated } of page.Uploads ?? [])
      if (Key?.startsWith(Prefix) && uploadId !== undefined && Initiated !== undefined)
        yield { key: Key.slice(bucket.prefix.length), uploadId, begunAt: Initiated.toISOString() };
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    const isLast = IsTruncated !== true || KeyMarker === undefined || UploadIdMarker === undefined;
    from = isLast ? undefined : { KeyMarker, UploadIdMarker };
  }
};

export interface UploadedPart {
  number: number;
  etag: string;
  arrivedAt: Instant | undefined;
}

/** Every part of an upload. Throws the store's error: 404 for an unknown upload, 501 if unsupported. */
export const listParts = async function* (
  bucket: Bucket,
  key: string,
  uploadId: string,
): AsyncGenerator<UploadedPart> {
  let marker: string | undefined;
  do {
    const from = marker === undefined ? {} : { PartNumberMarker: marker };
    const input = { ...bucket.at(key), UploadId: uploadId, ...from };
    const page: ListPartsCommandOutput = await bucket.call((s3, limits) => s3.listParts(input, limits));
    for (const { PartNumber: number, ETag: etag, LastModified } of page.Parts ?? [])
      if (number !== undefined && etag !== undefined)
        yield { number, etag, arrivedAt: LastModified?.toISOString() };
    marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
};

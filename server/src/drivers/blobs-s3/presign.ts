import { setImmediate as breathe } from 'node:timers/promises';
import type { BlobContent } from '../../domain/model/artifact.ts';
import { partLength, planParts } from '../../domain/model/upload-parts.ts';
import type { DownloadHeaders } from '../../domain/ports/stored-bytes.ts';
import type { UploadTicket } from '../../domain/ports/uploads.ts';
import type { Bucket } from './bucket.ts';

/*
 * Everything is signed as a header, not a query parameter: S3 ignores checksums and encryption in the query, and a
 * signed header must be sent. The signer includes length and type only if requested.
 */

/** A URL for one PUT of exactly these bytes. */
export const presignUpload = async (
  bucket: Bucket,
  content: BlobContent,
  ttlSeconds: number,
): Promise<UploadTicket> => {
  const sha256 = Buffer.from(content.sha256, 'hex').toString('base64');
  const { ServerSideEncryption: sse } = bucket.encryption;
  const headers: Record<string, string> = {
    'content-type': content.contentType,
    'x-amz-checksum-sha256': sha256,
    ...(sse === undefined ? {} : { 'x-amz-server-side-encryption': sse }),
  };
  const command = new bucket.sdk.PutObjectCommand({
    ...bucket.at(content.stagedKey),
    ...bucket.encryption,
    ContentLength: content.sizeBytes,
    ContentType: content.contentType,
    ChecksumSHA256: sha256,
  });
  const url = await bucket.presigner.getSignedUrl(bucket.client, command, {
    expiresIn: ttlSeconds,
    signableHeaders: new Set(['host', 'content-length', ...Object.keys(headers)]),
    unhoistableHeaders: new Set([...Object.keys(headers), 'x-amz-sdk-checksum-algorithm']),
  });
  return { url, headers };
};

/** One URL per part, in order, each bound to its length. */
export const presignPartUploads = async (
  bucket: Bucket,
  content: BlobContent,
  { uploadId, ttlSeconds }: { uploadId: string; ttlSeconds: number },
): Promise<string[]> => {
  const plan = planParts(content.sizeBytes);
  const urls: string[] = [];
  for (let number = 1; number <= plan.count; number += 1) {
    const command = new bucket.sdk.UploadPartCommand({
      ...bucket.at(content.stagedKey),
      UploadId: uploadId,
      PartNumber: number,
      ContentLength: partLength(content.sizeBytes, plan, number),
    });
    const signableHeaders = new Set(['host', 'content-length']);
    urls.push(
      await bucket.presigner.getSignedUrl(bucket.client, command, { expiresIn: ttlSeconds, signableHeaders }),
    );
    // Signing takes half a millisecond; thousands of parts must not block the event loop.
    if (number % 16 === 0) await breathe();
  }
  return urls;
};

/** A URL to read one object, with any range and condition. */
export const presignGet = (
  bucket: Bucket,
  key: string,
  { ttlSeconds, savedAs }: { ttlSeconds: number; savedAs?: DownloadHeaders },
): Promise<string> => {
  const overrides = savedAs && {
    ResponseContentDisposition: `attachment; filename="${savedAs.fileName}"`,
    ResponseContentType: savedAs.contentType,
    // The URL belongs to one client, so a shared cache cannot reuse the response.
    ResponseCacheControl: 'private, no-cache, no-transform',
  };
  const command = new bucket.sdk.GetObjectCommand({ ...bucket.at(key), ...overrides });
  return bucket.presigner.getSignedUrl(bucket.client, command, { expiresIn: ttlSeconds });
};

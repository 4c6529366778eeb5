import type { BlobContent, StoredObject } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import type { DownloadHeaders } from '../../domain/ports/blobs.ts';
import type { Bucket } from './bucket.ts';
import { parseSeal } from './object-seal.ts';
import type { ObjectOpener } from './open-object.ts';
import { presignGet } from './presign.ts';

/**
 * Signs URLs from which clients download directly. This server cannot check those bytes, so it checks the object first:
 * it must have the sealed ETag, or be verified. The result is cached for a minute, so that a popular file does not cost
 * a store request per download.
 */
export const createDownloadUrlSigner = (
  bucket: Bucket,
  { sealOf, renew }: Pick<ObjectOpener, 'sealOf' | 'renew'>,
) => {
  /** The time until which each entry is valid. */
  const seen = new Map<string, number>();

  const look = async (content: BlobContent, kept: StoredObject): Promise<boolean> => {
    const etag = (await bucket.findHead(content.keptKey))?.etag;
    if (etag === undefined) return false;
    return etag === parseSeal(sealOf(content, kept)).etag || (await renew(content, kept)) !== undefined;
  };

  const isThere = async (content: BlobContent, kept: StoredObject): Promise<boolean> => {
    const name = `${content.keptKey} ${kept.seal}`;
    if (performance.now() < (seen.get(name) ?? 0)) return true;
    seen.delete(name);
    if (!(await look(content, kept))) return false;
    if (seen.size >= bounds.rememberedProofs) seen.delete(seen.keys().next().value ?? '');
    seen.set(name, performance.now() + bounds.storageSeenSeconds * 1000);
    return true;
  };

  return async (
    content: BlobContent,
    kept: StoredObject,
    { ttlSeconds, ...savedAs }: DownloadHeaders & { ttlSeconds: number },
  ): Promise<string | undefined> =>
    (await isThere(content, kept)) ? presignGet(bucket, content.keptKey, { ttlSeconds, savedAs }) : undefined;
};

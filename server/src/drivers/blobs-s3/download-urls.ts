import type { BlobContent, StoredObject } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import type { DownloadHeaders } from '../../domain/ports/stored-bytes.ts';
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
  const validUntil = new Map<string, number>();

  const look = async (content: BlobContent, stored: StoredObject): Promise<boolean> => {
    const etag = (await bucket.findHead(content.storedKey))?.etag;
    if (etag === undefined) return false;
    return etag === parseSeal(sealOf(content, stored)).etag || (await renew(content, stored)) !== undefined;
  };

  const isThere = async (content: BlobContent, stored: StoredObject): Promise<boolean> => {
    const name = `${content.storedKey} ${stored.seal}`;
    if (performance.now() < (validUntil.get(name) ?? 0)) return true;
    validUntil.delete(name);
    if (!(await look(content, stored))) return false;
    if (validUntil.size >= bounds.rememberedProofs) validUntil.delete(validUntil.keys().next().value ?? '');
    validUntil.set(name, performance.now() + bounds.storageSeenSeconds * 1000);
    return true;
  };

  return async (
    content: BlobContent,
    stored: StoredObject,
    { ttlSeconds, ...savedAs }: DownloadHeaders & { ttlSeconds: number },
  ): Promise<string | undefined> =>
    (await isThere(content, stored))
      ? presignGet(bucket, content.storedKey, { ttlSeconds, savedAs })
      : undefined;
};

import { artifactIdOfKey, stagedPrefix, storedPrefix } from '../../domain/model/artifact.ts';
import type { Instant } from '../../domain/model/instant.ts';
import type { StorageCleanup } from '../../domain/ports/storage-cleanup.ts';
import type { Bucket } from './bucket.ts';
import { isMissingOrReplaced, isNotImplemented } from './errors.ts';
import { listObjectKeys, listParts, listUploads, type UnfinishedUpload } from './list-objects.ts';
import { abortS3Parts } from './parts.ts';
import { checksumProbePrefix } from './verify-object.ts';

/*
 * A bucket may be shared, with an empty prefix: only this server's key patterns are listed, and only exact matches are
 * touched. The age of a multipart upload is that of its last part: a large file on a slow connection may take longer
 * than any limit on its start.
 */

type IsInUse = NonNullable<Parameters<StorageCleanup['sweep']>[1]>;

const hasPartSince = async (bucket: Bucket, upload: UnfinishedUpload, before: Instant): Promise<boolean> => {
  try {
    for await (const { arrivedAt } of listParts(bucket, upload.key, upload.uploadId))
      if (arrivedAt !== undefined && arrivedAt >= before) return true;
  } catch (error) {
    if (!isMissingOrReplaced(error) && !isNotImplemented(error)) throw error;
  }
  return false;
};

/** Aborts unfinished uploads and returns their number. A store that cannot list them must expire them itself. */
const sweepUploads = async (bucket: Bucket, before: Instant, isInUse: IsInUse): Promise<number> => {
  let swept = 0;
  try {
    // Uploads to stored keys are copies that a failed publish left.
    for (const prefix of [stagedPrefix, storedPrefix])
      for await (const upload of listUploads(bucket, prefix)) {
        if (upload.begunAt >= before || artifactIdOfKey(upload.key) === undefined) continue;
        if ((await hasPartSince(bucket, upload, before)) || (await isInUse(upload.key))) continue;
        await abortS3Parts(bucket, upload.key, upload.uploadId);
        swept += 1;
      }
  } catch (error) {
    if (!isNotImplemented(error)) throw error;
  }
  return swept;
};

/** Removes unfinished uploads unchanged since a time, and returns their number. */
export const sweepUnfinishedUploads = async (
  bucket: Bucket,
  before: Instant,
  isInUse: IsInUse,
): Promise<number> => {
  let swept = await sweepUploads(bucket, before, isInUse);
  for await (const { key, writtenAt } of listObjectKeys(bucket, checksumProbePrefix)) {
    if (writtenAt >= before) continue;
    await bucket.remove(key);
    swept += 1;
  }
  return swept;
};

import { artifactIdOfKey, stagedPrefix, storedPrefix } from '../../domain/model/artifact.ts';
import type { Instant } from '../../domain/model/instant.ts';
import type { Blobs } from '../../domain/ports/blobs.ts';
import type { Bucket } from './bucket.ts';
import { isMissingOrReplaced, isNotImplemented } from './faults.ts';
import { listObjectKeys, listParts, listUploads, type UnfinishedUpload } from './listing.ts';
import { abortS3Parts } from './parts.ts';
import { checksumProbePrefix } from './proving.ts';

/*
 * A bucket may be shared, and its prefix may be empty: only keys that this service makes are asked for, and of what
 * comes back only exact ones are touched. An upload in parts is old when its last part is: a large file on a poor line
 * may take longer than any limit on its beginning.
 */

type IsInUse = NonNullable<Parameters<Blobs['sweep']>[1]>;

const hasPartSince = async (bucket: Bucket, upload: UnfinishedUpload, before: Instant): Promise<boolean> => {
  try {
    for await (const { arrivedAt } of listParts(bucket, upload.key, upload.uploadId))
      if (arrivedAt !== undefined && arrivedAt >= before) return true;
  } catch (error) {
    if (!isMissingOrReplaced(error) && !isNotImplemented(error)) throw error;
  }
  return false;
};

/** Aborts unfinished uploads; how many. A store that cannot list them has to expire them itself. */
const sweepUploads = async (bucket: Bucket, before: Instant, isInUse: IsInUse): Promise<number> => {
  let swept = 0;
  try {
    // Those to kept keys are copies that a publish broke off.
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

/** Removes what was begun here, not finished and not changed since; how many things that were. */
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

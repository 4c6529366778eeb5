import { createHash, randomUUID } from 'node:crypto';
import type { BlobContent } from '../../domain/model/artifact.ts';
import {
  type ExtraDigests,
  type ExtraHashes,
  findHashMismatch,
  type HashFault,
} from '../../domain/model/hashes.ts';
import type { VerifiedUpload, VerifyFault } from '../../domain/ports/uploads.ts';
import type { Bucket, ObjectHead } from './bucket.ts';
import { s3StatusOf } from './errors.ts';
import { type ObjectSeal, renderSeal } from './object-seal.ts';
import { hashObject } from './range-fetch.ts';

/*
 * Verifies that an object is what was declared. Some stores check and store the SHA-256 of an upload; others ignore the
 * header, and a HEAD that echoes it proves nothing. So a probe uploads bytes with a wrong checksum: if the store
 * rejects them, and reports the right checksum for others, its answer for a whole object is a proof. All other objects
 * are read and hashed here: no store proves the SHA-256 of a multipart upload.
 */

const tries = 3;
const sha256Base64 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** The prefix of leftover probes; in a shared bucket no other key under `tmp/` is ours. */
export const checksumProbePrefix = 'tmp/slipway-probe-';

const probeChecksums = async (bucket: Bucket): Promise<boolean> => {
  const key = `${checksumProbePrefix}${randomUUID()}`;
  const put = (Body: string, of: string) => {
    const input = { ...bucket.at(key), ...bucket.encryption, Body, ChecksumSHA256: sha256Base64(of) };
    return bucket.call((s3, limits) => s3.putObject(input, limits));
  };
  try {
    await put('these bytes', 'other bytes');
  } catch (error) {
    if (s3StatusOf(error) !== 400) throw error;
    await put('these bytes', 'these bytes');
    return (await bucket.findHead(key))?.sha256 === sha256Base64('these bytes');
  } finally {
    await bucket.remove(key);
  }
  return false;
};

/** Set `trustsStoreChecksums` only if nothing can change bytes on the way to the store. */
export const createObjectVerifier = (
  bucket: Bucket,
  { silenceMs, trustsStoreChecksums }: { silenceMs: number; trustsStoreChecksums: boolean },
) => {
  let probe: Promise<boolean> | undefined;
  const provesHashes = (): Promise<boolean> => {
    probe ??= probeChecksums(bucket).catch((error: unknown) => {
      probe = undefined;
      throw error;
    });
    return probe;
  };

  /** The object's seal and extra hashes if it is correct; undefined when it was replaced during the read. */
  const prove = async (
    { key, ...head }: ObjectHead & { key: string },
    content: BlobContent,
    watch: ExtraHashes | undefined,
  ): Promise<{ seal: ObjectSeal; extras: ExtraDigests } | HashFault | undefined> => {
    const { etag } = head;
    const { sha256, digests } = content;
    const expectedSha256 = Buffer.from(content.sha256, 'hex').toString('base64');
    // No store knows the other hashes, so the object must be read.
    const isPlain = digests.sha512 === undefined && digests.sha1 === undefined && watch === undefined;
    const isEnough = trustsStoreChecksums && isPlain;
    if (isEnough && head.sha256 === expectedSha256 && (await provesHashes()))
      return { seal: { etag, codes: undefined }, extras: [] };
    const found = await hashObject(bucket, { key, ...head }, { silenceMs, digests, watch });
    if (found === undefined) return undefined;
    const { hashes, extraDigests, codes } = found;
    return (
      findHashMismatch({ sha256, ...digests }, hashes) ?? { seal: { etag, codes }, extras: extraDigests }
    );
  };

  return {
    /** Verifies the object at a key; the mark is its seal. */
    check: async (
      key: string,
      content: BlobContent,
      watch?: ExtraHashes,
    ): Promise<VerifiedUpload | VerifyFault> => {
      for (let tried = 0; tried < tries; tried += 1) {
        const head = await bucket.findHead(key);
        if (head === undefined) return 'missing';
        if (head.sizeBytes !== content.sizeBytes) return 'size-differs';
        const proven = await prove({ key, ...head }, content, watch);
        if (typeof proven === 'string') return proven;
        if (proven === undefined) continue;
        const { seal, extras: extraDigests } = proven;
        return { mark: renderSeal(seal), uploadedAt: head.modifiedAt.toISOString(), extraDigests };
      }
      return 'hash-differs';
    },
  };
};

export type ObjectVerifier = ReturnType<typeof createObjectVerifier>;

import { chmod, stat, unlink } from 'node:fs/promises';
import type { BlobContent } from '../../domain/model/artifact.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { findHashMismatch } from '../../domain/model/hashes.ts';
import type { VerifiedUpload, VerifyFault } from '../../domain/ports/uploads.ts';
import { moveIntoPlace, removeFile, syncParentFolders } from './durable-files.ts';
import { ignoreMissing } from './errors.ts';
import { fileSealOf, hasSameContent } from './file-seal.ts';
import { type HashOptions, hashFile } from './hash-file.ts';
import type { HashingThread } from './hashing/thread.ts';
import { pathOfKey } from './paths.ts';
import type { UploadHashCache } from './upload-hash-cache.ts';

export const uploadTimeOf = (stats: { mtime: Date }): string => stats.mtime.toISOString();

const pathsOf = (root: string, content: BlobContent) => ({
  staged: pathOfKey(root, content.stagedKey),
  stored: pathOfKey(root, content.storedKey),
});

interface VerifyOptions extends HashOptions {
  proofs?: UploadHashCache;
}

const check = async (
  path: string,
  content: BlobContent,
  { proofs, ...by }: VerifyOptions,
): Promise<VerifiedUpload | VerifyFault> => {
  const stats = await ignoreMissing(stat(path, { bigint: true }));
  if (stats === undefined) return 'missing';
  const declared = { sha256: content.sha256, ...content.digests };
  const isRemembered = by.watch === undefined && stats.size === BigInt(content.sizeBytes);
  const cached = isRemembered ? proofs?.find(fileSealOf(stats)) : undefined;
  const isProven = cached !== undefined && findHashMismatch(declared, cached) === undefined;
  if (isProven) return { mark: fileSealOf(stats), uploadedAt: uploadTimeOf(stats), extraDigests: [] };
  const reading = await hashFile(path, content, by);
  if (reading === undefined) return 'missing';
  if (reading === 'size-differs') return 'size-differs';
  const fault = findHashMismatch(declared, reading.hashes);
  if (fault !== undefined) return fault;
  const { stats: read, extraDigests } = reading;
  return { mark: fileSealOf(read), uploadedAt: uploadTimeOf(read), extraDigests };
};

/**
 * Verifies the stored file, which exists if an earlier publish failed after the move, or else the staged one. The
 * stored file comes first, so that concurrent publishes do not replace each other's file.
 */
export const verifyStoredFile = async (
  root: string,
  content: BlobContent,
  { proofs, ...by }: VerifyOptions,
): Promise<VerifiedUpload | VerifyFault> => {
  const { staged, stored } = pathsOf(root, content);
  const before = await check(stored, content, by);
  if (typeof before !== 'string') return before;
  const found = await check(staged, content, { ...by, ...(proofs && { proofs }) });
  if (found !== 'missing') return found;
  // A concurrent publish may have moved the file between the two checks.
  return before === 'missing' ? check(stored, content, by) : before;
};

const changed = () =>
  new Refusal('uploads-incomplete', 'The upload changed during publishing. Upload it again, then publish.');

const hourMs = 3_600_000;

/**
 * Takes over the file that an earlier attempt moved. That attempt may have stopped before the sync, so long ago that
 * garbage collection is near: setting the mode renews only the ctime.
 */
const renew = async (stored: string): Promise<void> => {
  const stats = await stat(stored);
  if (stats.ctimeMs < Date.now() - hourMs) await chmod(stored, 0o600);
  await syncParentFolders(stored);
};

/** Moves the verified file to its final key and returns its seal. Every step is idempotent. */
export const keepFile = async (
  root: string,
  content: BlobContent,
  { mark, thread }: { mark: string; thread: HashingThread },
): Promise<string> => {
  const { staged, stored } = pathsOf(root, content);
  const sealIfRight = async (path: string): Promise<string | undefined> => {
    const stats = await ignoreMissing(stat(path, { bigint: true }));
    if (stats === undefined) return undefined;
    if (hasSameContent(stats, mark)) return fileSealOf(stats);
    const found = await check(path, content, { thread });
    return typeof found === 'string' ? undefined : found.mark;
  };
  const moveIfRight = async (): Promise<boolean> =>
    (await sealIfRight(staged)) !== undefined && (await moveIntoPlace(staged, stored));

  // A concurrent publish moves the same bytes, so the stored file is verified either way.
  const isMovedHere = (await sealIfRight(stored)) === undefined && (await moveIfRight());
  // Another publish may not have synced its move yet: this publish must not succeed before it is durable.
  if (!isMovedHere) await ignoreMissing(renew(stored));
  const seal = await sealIfRight(stored);
  if (seal === undefined) {
    // Removes only a file moved here that changed meanwhile: a file moved by another publish may be correct.
    if (isMovedHere) await removeFile(stored);
    throw changed();
  }
  // The sweep removes the empty folder: doing it here would double the time of this call.
  await ignoreMissing(unlink(staged));
  return seal;
};

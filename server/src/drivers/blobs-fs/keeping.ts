import { chmod, stat, unlink } from 'node:fs/promises';
import type { BlobContent } from '../../domain/model/artifact.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { findHashMismatch } from '../../domain/model/hashes.ts';
import type { VerifiedUpload, VerifyFault } from '../../domain/ports/blobs.ts';
import { moveIntoPlace, removeFile, syncParentFolders } from './durable.ts';
import { ignoreMissing } from './faults.ts';
import { type HashOptions, hashFile } from './hash-file.ts';
import type { HashingThread } from './hashing/thread.ts';
import { pathOfKey } from './paths.ts';
import type { UploadHashCache } from './proofs.ts';
import { fileSealOf, hasSameContent } from './seal.ts';

/** When the bytes of a file arrived. */
export const uploadTimeOf = (stats: { mtime: Date }): string => stats.mtime.toISOString();

const pathsOf = (root: string, content: BlobContent) => ({
  staged: pathOfKey(root, content.stagedKey),
  kept: pathOfKey(root, content.keptKey),
});

/** How a file is looked at: by what is remembered of it, unless more is wanted of its bytes. */
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
  const known = isRemembered ? proofs?.find(fileSealOf(stats)) : undefined;
  const isProven = known !== undefined && findHashMismatch(declared, known) === undefined;
  if (isProven) return { mark: fileSealOf(stats), uploadedAt: uploadTimeOf(stats), seen: [] };
  const reading = await hashFile(path, content, by);
  if (reading === undefined) return 'missing';
  if (reading === 'size-differs') return 'size-differs';
  const fault = findHashMismatch(declared, reading.hashes);
  if (fault !== undefined) return fault;
  const { stats: read, seen } = reading;
  return { mark: fileSealOf(read), uploadedAt: uploadTimeOf(read), seen };
};

/**
 * Proves the kept file, which is there when an earlier publish broke off after the move, or else the staged one.
 * The kept one comes first, so that what one publish has moved is not replaced by another that races with it.
 */
export const verifyStoredFile = async (
  root: string,
  content: BlobContent,
  { proofs, ...by }: VerifyOptions,
): Promise<VerifiedUpload | VerifyFault> => {
  const { staged, kept } = pathsOf(root, content);
  const before = await check(kept, content, by);
  if (typeof before !== 'string') return before;
  const found = await check(staged, content, { ...by, ...(proofs && { proofs }) });
  if (found !== 'missing') return found;
  // Another publish may have moved the file between the two looks.
  return before === 'missing' ? check(kept, content, by) : before;
};

const changed = () =>
  new Refusal(
    'uploads-incomplete',
    'The upload changed while it was published; upload it again and publish again.',
  );

const hourMs = 3_600_000;

/**
 * Takes over what an earlier try has moved. It may have been cut off before the sync, and so long ago that the file is
 * about to be collected as nobody's: setting its mode renews its ctime and touches nothing else.
 */
const renew = async (kept: string): Promise<void> => {
  const stats = await stat(kept);
  if (stats.ctimeMs < Date.now() - hourMs) await chmod(kept, 0o600);
  await syncParentFolders(kept);
};

/** Moves the verified file to its kept name and returns its seal. Every step may be the last one and be repeated. */
export const keepFile = async (
  root: string,
  content: BlobContent,
  { mark, thread }: { mark: string; thread: HashingThread },
): Promise<string> => {
  const { staged, kept } = pathsOf(root, content);
  const sealIfRight = async (path: string): Promise<string | undefined> => {
    const stats = await ignoreMissing(stat(path, { bigint: true }));
    if (stats === undefined) return undefined;
    if (hasSameContent(stats, mark)) return fileSealOf(stats);
    const found = await check(path, content, { thread });
    return typeof found === 'string' ? undefined : found.mark;
  };
  const moveIfRight = async (): Promise<boolean> =>
    (await sealIfRight(staged)) !== undefined && (await moveIntoPlace(staged, kept));

  // Whoever races with us moves the same bytes: whatever lies at the kept key afterwards is proven, not assumed.
  const isMovedHere = (await sealIfRight(kept)) === undefined && (await moveIfRight());
  // What another has moved may not be synced yet: this publish must not be answered before it is.
  if (!isMovedHere) await ignoreMissing(renew(kept));
  const seal = await sealIfRight(kept);
  if (seal === undefined) {
    // Only what was moved here, and changed between the two looks: what is there now may be another's, and right.
    if (isMovedHere) await removeFile(kept);
    throw changed();
  }
  // Its folder, now empty, is left to the sweep: removing it would be half of the time that this takes.
  await ignoreMissing(unlink(staged));
  return seal;
};

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobContent } from '../../domain/model/artifact.ts';
import { type Fault, Refusal } from '../../domain/model/errors.ts';
import { findHashMismatch, hashChunkBytes } from '../../domain/model/hashes.ts';
import { type PartPlan, partLength, planParts } from '../../domain/model/upload-parts.ts';
import type { PartTickets } from '../../domain/ports/uploads.ts';
import { moveIntoPlace, removeRecursively } from './durable-files.ts';
import { ignoreMissing } from './errors.ts';
import { readChunks } from './hash-file.ts';
import { createHashedFile } from './hashed-file.ts';
import { isUploadId, partsFolder, pathOfKey } from './paths.ts';
import type { UploadSpace } from './upload-space.ts';

/*
 * A part file holds its bytes followed by 32 bytes of SHA-256. Both are renamed into place together, so an existing
 * part is complete and its ETag is known without reading it.
 */
export const trailerBytes = 32;

export const partEtagOf = (sha256: string): string => `"${sha256}"`;

const unquoteEtag = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');

/** The SHA-256 of a part; undefined when it is missing or incomplete. */
const findPart = async (path: string, lengthBytes: number): Promise<string | undefined> => {
  const file = await ignoreMissing(open(path, 'r'));
  if (file === undefined) return undefined;
  try {
    if ((await file.stat()).size !== lengthBytes + trailerBytes) return undefined;
    const { buffer } = await file.read(Buffer.alloc(trailerBytes), 0, trailerBytes, lengthBytes);
    return buffer.toString('hex');
  } finally {
    await file.close();
  }
};

/** Starts a multipart upload or resumes the named one; an unknown ID or different content starts a new one. */
export const openFileParts = async (
  root: string,
  content: BlobContent,
  uploadId: string | undefined,
): Promise<Omit<PartTickets, 'urls'>> => {
  const plan = planParts(content.sizeBytes);
  const { partSizeBytes } = plan;
  if (uploadId !== undefined && isUploadId(uploadId)) {
    const folder = partsFolder(root, content.stagedKey, uploadId);
    if (await renew(folder))
      return { uploadId, partSizeBytes, uploaded: await listParts(folder, content, plan) };
  }
  const fresh = randomBytes(16).toString('hex');
  await mkdir(partsFolder(root, content.stagedKey, fresh), { mode: 0o700 });
  return { uploadId: fresh, partSizeBytes, uploaded: [] };
};

/** Renews a resumed upload before its parts are listed, so that the sweep skips it. False when it does not exist. */
const renew = async (folder: string): Promise<boolean> => {
  const now = new Date();
  return (await ignoreMissing(utimes(folder, now, now).then(() => true))) ?? false;
};

const listParts = async (
  folder: string,
  content: BlobContent,
  plan: PartPlan,
): Promise<PartTickets['uploaded']> => {
  const uploaded: PartTickets['uploaded'] = [];
  const numbers = ((await ignoreMissing(readdir(folder))) ?? []).map(Number).sort((a, b) => a - b);
  for (const number of numbers) {
    const found = await findPart(join(folder, String(number)), partLength(content.sizeBytes, plan, number));
    if (found !== undefined) uploaded.push({ number, etag: partEtagOf(found) });
  }
  return uploaded;
};

const checkParts = async (folder: string, content: BlobContent, etags: string[]): Promise<Fault[]> => {
  const plan = planParts(content.sizeBytes);
  const faults: Fault[] = [];
  for (let number = 1; number <= plan.count; number += 1) {
    const found = await findPart(join(folder, String(number)), partLength(content.sizeBytes, plan, number));
    const pointer = `/etags/${number - 1}`;
    if (found === undefined)
      faults.push({ pointer, code: 'missing', detail: `Part ${number} was not uploaded.` });
    else if (found !== unquoteEtag(etags[number - 1]))
      faults.push({
        pointer,
        code: 'differs',
        detail: `Part ${number} was uploaded with the ETag ${partEtagOf(found)}.`,
      });
  }
  for (let index = plan.count; index < etags.length; index += 1)
    faults.push({
      pointer: `/etags/${index}`,
      code: 'surplus',
      detail: `There are only ${plan.count} parts.`,
    });
  return faults;
};

const incomplete = (faults: Fault[]) =>
  new Refusal('uploads-incomplete', 'The uploaded parts don’t match the declaration.', faults);

/** Joins the parts into the staged file while hashing, then removes them. Idempotent. */
export const joinFileParts = async (
  root: string,
  content: BlobContent,
  { uploadId, etags, space }: { uploadId: string; etags: string[]; space: UploadSpace },
): Promise<void> => {
  const folder = isUploadId(uploadId) ? partsFolder(root, content.stagedKey, uploadId) : undefined;
  const isThere = async () => folder !== undefined && (await ignoreMissing(stat(folder))) !== undefined;
  const isJoined = async () =>
    (await ignoreMissing(stat(pathOfKey(root, content.stagedKey))))?.size === content.sizeBytes;
  if (folder === undefined || !(await isThere())) {
    if (await isJoined()) return;
    throw incomplete([
      { pointer: '/uploadId', code: 'missing', detail: 'There is no such multipart upload.' },
    ]);
  }
  try {
    const faults = await checkParts(folder, content, etags);
    if (faults.length > 0) throw incomplete(faults);
    await concatenate(root, content, { folder, space });
  } catch (error) {
    // If parts disappear meanwhile, a concurrent completion of the same upload joined them.
    if (!(await isThere()) && (await isJoined())) return;
    throw error;
  }
  await removeParts(root, folder);
};

/** One rename, so that a concurrent request for the same upload never sees half of it. */
const removeParts = async (root: string, folder: string): Promise<void> => {
  const gone = join(root, 'tmp', randomUUID());
  await ignoreMissing(rename(folder, gone));
  await removeRecursively(gone);
};

/** Removes a multipart upload; idempotent. */
export const discardFileParts = async (
  root: string,
  { stagedKey }: BlobContent,
  uploadId: string,
): Promise<void> => {
  if (isUploadId(uploadId)) await removeParts(root, partsFolder(root, stagedKey, uploadId));
};

const concatenate = async (
  root: string,
  content: BlobContent,
  { folder, space }: { folder: string; space: UploadSpace },
): Promise<void> => {
  const plan = planParts(content.sizeBytes);
  const joined = await createHashedFile(join(root, 'tmp'), content.digests);
  try {
    await space.claim(joined, content.sizeBytes);
    const demandReserve = space.watch(joined);
    for (let number = 1; number <= plan.count; number += 1) {
      await demandReserve();
      const part = await open(join(folder, String(number)), 'r');
      try {
        // Copied, because chunks share one buffer and the file keeps them until they are written.
        const lengthBytes = partLength(content.sizeBytes, plan, number);
        const pieceBytes = hashChunkBytes(content.digests);
        await readChunks(part, { lengthBytes, pieceBytes }, (piece) => joined.add(Buffer.from(piece)));
      } finally {
        await part.close();
      }
    }
    const hashes = await joined.finish();
    const fault = findHashMismatch({ sha256: content.sha256, ...content.digests }, hashes);
    if (fault !== undefined || joined.sizeBytes() !== content.sizeBytes)
      throw incomplete([
        {
          pointer: '',
          code: fault ?? 'hash-differs',
          detail: `The joined file doesn’t match the declaration. Its SHA-256 is ${hashes.sha256}.`,
        },
      ]);
    if (!(await moveIntoPlace(joined.path, pathOfKey(root, content.stagedKey))))
      throw new Refusal('storage-unavailable', 'The parts were deleted before they were joined. Try again.');
  } finally {
    await joined.discard();
  }
};

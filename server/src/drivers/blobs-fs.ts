import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BlobContent } from '../domain/model/artifact.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { ExtraDigests } from '../domain/model/hashes.ts';
import type { Instant } from '../domain/model/instant.ts';
import type { Blobs } from '../domain/ports/blobs.ts';
import type { Disk } from '../domain/ports/disk.ts';
import type { UploadInbox } from '../domain/ports/uploads.ts';
import { copyStoredFile } from './blobs-fs/copy-file.ts';
import { removeFile, syncFolder } from './blobs-fs/durable-files.ts';
import { fileErrorToRefusal, ignoreMissing } from './blobs-fs/errors.ts';
import { type HashOptions, hashFile } from './blobs-fs/hash-file.ts';
import { createHashingThread } from './blobs-fs/hashing/thread.ts';
import { keepFile, uploadTimeOf, verifyStoredFile } from './blobs-fs/keep-file.ts';
import { listFileKeys, sweepTemporaryFiles } from './blobs-fs/list-files.ts';
import { createFileOpener } from './blobs-fs/open-file.ts';
import { discardFileParts, joinFileParts, openFileParts } from './blobs-fs/parts.ts';
import { pathOfKey, requireMounted, storageFolders } from './blobs-fs/paths.ts';
import { createUploadReceiver } from './blobs-fs/receive-upload.ts';
import { createUploadHashCache } from './blobs-fs/upload-hash-cache.ts';
import { createUploadSpace } from './blobs-fs/upload-space.ts';
import { createUploadTickets } from './blobs-fs/upload-tickets.ts';
import { createCallWrapper, type OnTiming } from './timed-call.ts';

/*
 * The embedded storage: a folder. `staged/` and `kept/` hold objects by key, `parts/` holds multipart uploads, `tmp/`
 * holds files being written. A file gets its key only when it is complete, hashed and synced, and is never written
 * again; so after a crash there is either nothing or something that a retry can use.
 */

export interface FileBlobsOptions {
  /** Created if missing. */
  root: string;
  /** The address of the upload listener; a function when it is known only after the listener starts. */
  uploadUrl: string | (() => string);
  /** Signs upload addresses; every process that shares the root must use the same. */
  secret: string;
  /** Milliseconds since 1970, for the expiry of upload addresses. */
  now: () => number;
  /** The folder's file system, whose reserve uploads leave free; without it there is no reserve. */
  disk?: Disk | undefined;
  onTiming?: OnTiming | undefined;
}

const makeFolders = async (root: string): Promise<void> => {
  for (const name of storageFolders) await mkdir(join(root, name), { recursive: true, mode: 0o700 });
  await syncFolder(root);
  await syncFolder(dirname(root));
};

const findUploaded = async (root: string, content: BlobContent): Promise<Instant | undefined> => {
  for (const key of [content.stagedKey, content.storedKey]) {
    const stats = await ignoreMissing(stat(pathOfKey(root, key)));
    if (stats?.size === content.sizeBytes) return uploadTimeOf(stats);
  }
  return undefined;
};

const scrub = async (
  root: string,
  content: BlobContent,
  by: HashOptions,
): Promise<ExtraDigests | undefined> => {
  const reading = await hashFile(pathOfKey(root, content.storedKey), content, by);
  if (reading === undefined) await requireMounted(root);
  return typeof reading === 'object' && reading.hashes.sha256 === content.sha256
    ? reading.extraDigests
    : undefined;
};

/** Opens the folder as a storage and creates it with owner-only permissions if missing. */
export const openFileBlobs = async (options: FileBlobsOptions): Promise<Blobs & UploadInbox> => {
  const { uploadUrl, secret, now, onTiming } = options;
  const root = resolve(options.root);
  const address = typeof uploadUrl === 'string' ? () => uploadUrl : uploadUrl;
  const tickets = createUploadTickets({ address, secret, now });
  const edge = createCallWrapper(onTiming, fileErrorToRefusal);
  const opening = createFileOpener(root);
  const proofs = createUploadHashCache();
  const thread = createHashingThread();
  const space = createUploadSpace(root, options.disk);
  const name = 'files';
  await edge('makeFolders', makeFolders)(root);

  return {
    name,
    isUploadPath: tickets.isAddress,
    // Reads are positional, so gaps between ranges cost nothing.
    nearBytes: 0,
    maxSpans: bounds.ranges,
    admit: (path, headers) => {
      const grant = tickets.check(path, headers);
      return {
        sizeBytes: grant.sizeBytes,
        app: grant.app,
        address: grant.part === undefined ? grant.key : `${grant.key}/${grant.part.number}`,
        receive: edge('receive', createUploadReceiver(root, grant, { proofs, space })),
      };
    },
    presign: async (content, ttlSeconds) => tickets.whole(content, ttlSeconds),
    presignParts: edge('presignParts', async (content, ttlSeconds, uploadId) => {
      const upload = await openFileParts(root, content, uploadId);
      return { ...upload, urls: tickets.parts(content, ttlSeconds, upload.uploadId) };
    }),
    completeParts: edge('completeParts', (content, uploadId, etags) =>
      joinFileParts(root, content, { uploadId, etags, space }),
    ),
    abandonParts: edge('abandonParts', (content, uploadId) => discardFileParts(root, content, uploadId)),
    findUploaded: edge('findUploaded', (content) => findUploaded(root, content)),
    verify: edge('verify', (content, watch) => verifyStoredFile(root, content, { proofs, thread, watch })),
    keep: edge('keep', async (content, { mark }) => ({
      store: name,
      seal: await keepFile(root, content, { mark, thread }),
    })),
    open: edge('open', (content, stored, ranges) =>
      opening.open(pathOfKey(root, content.storedKey), content, { stored, ranges }),
    ),
    // Only this server can read the folder, so there are no direct download URLs.
    address: undefined,
    copy: edge('copy', async (from, _, to) => {
      await space.require(to.sizeBytes);
      return copyStoredFile(root, from, to);
    }),
    requireSpace: edge('requireSpace', space.require),
    scrub: edge('scrub', (content, watch) => scrub(root, content, { thread, watch })),
    remove: edge('remove', (key) => removeFile(pathOfKey(root, key))),
    list: async function* (prefix) {
      try {
        yield* listFileKeys(root, prefix);
      } catch (error) {
        throw fileErrorToRefusal(error);
      }
    },
    sweep: edge('sweep', (before) => sweepTemporaryFiles(root, before)),
    ping: edge('ping', () => access(join(root, 'tmp'), constants.W_OK)),
    // Readers hold and release their own descriptors.
    close: thread.close,
  };
};

import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BlobContent } from '../domain/model/artifact.ts';
import { bounds } from '../domain/model/bounds.ts';
import type { ExtraDigests } from '../domain/model/hashes.ts';
import type { Instant } from '../domain/model/instant.ts';
import type { Blobs, UploadInbox } from '../domain/ports/blobs.ts';
import type { Disk } from '../domain/ports/disk.ts';
import { copyStoredFile } from './blobs-fs/copying.ts';
import { removeFile, syncFolder } from './blobs-fs/durable.ts';
import {
  createFileCallWrapper,
  fileErrorToRefusal,
  ignoreMissing,
  type OnFileTiming,
} from './blobs-fs/faults.ts';
import { type HashOptions, hashFile } from './blobs-fs/hash-file.ts';
import { createHashingThread } from './blobs-fs/hashing/thread.ts';
import { createUploadReceiver } from './blobs-fs/inbox.ts';
import { keepFile, uploadTimeOf, verifyStoredFile } from './blobs-fs/keeping.ts';
import { createFileOpener } from './blobs-fs/opening.ts';
import { discardFileParts, joinFileParts, openFileParts } from './blobs-fs/parts.ts';
import { pathOfKey, requireMounted, storageFolders } from './blobs-fs/paths.ts';
import { createUploadHashCache } from './blobs-fs/proofs.ts';
import { createUploadTickets } from './blobs-fs/ticket.ts';
import { createUploadSpace } from './blobs-fs/upload-space.ts';
import { listFileKeys, sweepTemporaryFiles } from './blobs-fs/walking.ts';

/*
 * The embedded storage: a folder. `staged/` and `kept/` hold what their keys say, `parts/` uploads in parts, `tmp/`
 * what is being written. A file appears under its name only when it is whole, hashed and synced, and is never written
 * to afterwards; so a crash at any line leaves either nothing or something that a second try makes use of.
 */

export interface FileBlobsOptions {
  /** The folder, which may not exist yet. */
  root: string;
  /** The address of the listener that takes uploads; a function where it is known only once that listens. */
  uploadUrl: string | (() => string);
  /** Signs upload addresses; every process that shares the root must have the same. */
  secret: string;
  /** Milliseconds since 1970, for the expiry of upload addresses. */
  now: () => number;
  /** The file system of the folder, whose reserve uploads leave free; without it they take what there is. */
  disk?: Disk | undefined;
  onTiming?: OnFileTiming | undefined;
}

const makeFolders = async (root: string): Promise<void> => {
  for (const name of storageFolders) await mkdir(join(root, name), { recursive: true, mode: 0o700 });
  await syncFolder(root);
  await syncFolder(dirname(root));
};

const findUploaded = async (root: string, content: BlobContent): Promise<Instant | undefined> => {
  for (const key of [content.stagedKey, content.keptKey]) {
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
  const reading = await hashFile(pathOfKey(root, content.keptKey), content, by);
  if (reading === undefined) await requireMounted(root);
  return typeof reading === 'object' && reading.hashes.sha256 === content.sha256 ? reading.seen : undefined;
};

/** Opens the folder as a storage, making it with owner-only rights where it is missing. */
export const openFileBlobs = async (options: FileBlobsOptions): Promise<Blobs & UploadInbox> => {
  const { uploadUrl, secret, now, onTiming } = options;
  const root = resolve(options.root);
  const address = typeof uploadUrl === 'string' ? () => uploadUrl : uploadUrl;
  const tickets = createUploadTickets({ address, secret, now });
  const edge = createFileCallWrapper(onTiming);
  const opening = createFileOpener(root);
  const proofs = createUploadHashCache();
  const thread = createHashingThread();
  const space = createUploadSpace(root, options.disk);
  const name = 'files';
  await edge('makeFolders', makeFolders)(root);

  return {
    name,
    isAddress: tickets.isAddress,
    // Read by position: what lies between two ranges is never touched.
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
    open: edge('open', (content, kept, ranges) =>
      opening.open(pathOfKey(root, content.keptKey), content, { kept, ranges }),
    ),
    // Nobody but this service reaches a folder.
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
    // Readers hold their own descriptors and give them back themselves.
    close: thread.close,
  };
};

import { randomUUID } from 'node:crypto';
import type { BlobContent } from '../../src/domain/model/artifact.ts';
import { Refusal } from '../../src/domain/model/errors.ts';
import {
  type ExtraDigests,
  type ExtraHashes,
  findHashMismatch,
  type Hashes,
} from '../../src/domain/model/hashes.ts';
import type { Blobs } from '../../src/domain/ports/blobs.ts';
import type { BlobReader, ByteRange } from '../../src/domain/ports/stored-bytes.ts';
import type { UploadInbox, VerifiedUpload, VerifyFault } from '../../src/domain/ports/uploads.ts';
import { createMemoryUploads, hashAll } from './uploads.ts';

interface Stored {
  bytes: Uint8Array;
  seal: string;
  writtenAt: string;
}

/** An in-memory storage with test-only access. */
export interface MemoryBlobs extends Blobs, UploadInbox {
  /** Changes stored bytes without the storage noticing. */
  overwrite(key: string, bytes: Uint8Array): void;
  /** Every object, including multipart uploads. */
  holds(): string[];
}

const createReader = (bytes: Uint8Array, ranges: readonly ByteRange[]): BlobReader => {
  const left = ranges.map((range) => ({ ...range }));
  let closed = false;
  const take = (maxBytes: number): Uint8Array | undefined => {
    if (closed) throw new Error('the reader is closed');
    const [range] = left;
    if (range === undefined) return undefined;
    const piece = bytes.subarray(range.start, Math.min(range.start + maxBytes, range.end + 1));
    range.start += piece.length;
    if (range.start > range.end) left.shift();
    return piece;
  };
  return {
    next: async (maxBytes) => take(maxBytes),
    fill: async (pieces) => {
      for (const piece of pieces) piece.set(take(piece.length) ?? []);
    },
    close: async () => {
      closed = true;
    },
  };
};

const hashesOf = ({ sha256, digests }: BlobContent): Hashes => ({ sha256, ...digests });

const createKeeping = (objects: Map<string, Stored>) => {
  const check = (key: string, content: BlobContent, watch?: ExtraHashes): VerifiedUpload | VerifyFault => {
    const stored = objects.get(key);
    if (stored === undefined) return 'missing';
    if (stored.bytes.length !== content.sizeBytes) return 'size-differs';
    const { hashes, extraDigests } = hashAll(stored.bytes, content.digests, watch);
    const fault = findHashMismatch(hashesOf(content), hashes);
    if (fault !== undefined) return fault;
    return { mark: stored.seal, uploadedAt: stored.writtenAt, extraDigests };
  };
  const scrub = (content: BlobContent, watch?: ExtraHashes): ExtraDigests | undefined => {
    const found = check(content.storedKey, content, watch);
    return typeof found === 'object' ? found.extraDigests : undefined;
  };
  const isKept = (content: BlobContent): boolean => scrub(content) !== undefined;

  const verify = (content: BlobContent, watch?: ExtraHashes): VerifiedUpload | VerifyFault =>
    check(isKept(content) ? content.storedKey : content.stagedKey, content, watch);

  const keep = (content: BlobContent): string => {
    const staged = objects.get(content.stagedKey);
    if (typeof verify(content) === 'string')
      throw new Refusal('uploads-incomplete', 'The upload changed while it was published.');
    if (!isKept(content) && staged !== undefined) objects.set(content.storedKey, staged);
    objects.delete(content.stagedKey);
    return objects.get(content.storedKey)?.seal ?? '';
  };

  const open = (content: BlobContent, seal: string, ranges: readonly ByteRange[]): BlobReader => {
    const stored = objects.get(content.storedKey);
    if (stored === undefined || (stored.seal !== seal && !isKept(content)))
      throw new Refusal('artifact-damaged', 'The stored bytes are not the published ones.');
    return createReader(stored.bytes, ranges);
  };

  return { isKept, scrub, verify, keep, open };
};

export const createMemoryBlobs = ({ now = Date.now }: { now?: () => number } = {}): MemoryBlobs => {
  const objects = new Map<string, Stored>();
  const write = (key: string, bytes: Uint8Array): void => {
    objects.set(key, { bytes, seal: randomUUID(), writtenAt: new Date(now()).toISOString() });
  };
  const keeping = createKeeping(objects);
  const uploads = createMemoryUploads({ now, write, has: (key) => objects.has(key) });

  return {
    ...uploads,
    name: 'memory',
    nearBytes: 0,
    maxSpans: 1000,
    requireSpace: async () => undefined,
    overwrite: write,
    holds: () => [...objects.keys(), ...uploads.unfinished()],
    findUploaded: async (content) => {
      const stored = objects.get(content.stagedKey) ?? objects.get(content.storedKey);
      return stored?.bytes.length === content.sizeBytes ? stored.writtenAt : undefined;
    },
    verify: async (content, watch) => keeping.verify(content, watch),
    keep: async (content) => ({ store: 'memory', seal: keeping.keep(content) }),
    open: async (content, { seal }, ranges) => keeping.open(content, seal, ranges),
    address: undefined,
    copy: async (from, _, to) => {
      const stored = objects.get(from.storedKey);
      if (stored === undefined || !keeping.isKept(from)) return false;
      write(to.stagedKey, stored.bytes);
      return true;
    },
    scrub: async (content, watch) => keeping.scrub(content, watch),
    remove: async (key) => void objects.delete(key),
    list: async function* (prefix) {
      for (const [key, { writtenAt }] of objects) if (key.startsWith(prefix)) yield { key, writtenAt };
    },
    ping: async () => {},
    close: async () => {},
  };
};

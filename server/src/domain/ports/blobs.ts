import type { BlobContent, StoredObject } from '../model/artifact.ts';
import type { ExtraDigests, ExtraHashes, HashFault } from '../model/hashes.ts';
import type { Instant } from '../model/instant.ts';

/*
 * Where bytes are kept. Uploads go to a content's staged key and never touch what is served; `keep` moves
 * verified bytes to its kept key. Every method throws Refusal 'storage-unavailable' when the storage is away.
 */

/** A URL that takes one PUT of exactly the declared bytes until it expires, with these headers. */
export interface UploadTicket {
  url: string;
  headers: Record<string, string>;
}

/** An upload in pieces: part n is PUT to `urls[n-1]`, `partSizeBytes` long but the last. */
export interface PartTickets {
  uploadId: string;
  partSizeBytes: number;
  urls: string[];
  /** Parts that have arrived already, for those who go on after a break. */
  uploaded: { number: number; etag: string }[];
}

export type VerifyFault = 'missing' | 'size-differs' | HashFault;

/** Bytes that were read and found to be the declared ones; `mark` binds `keep` to exactly those. */
export interface VerifiedUpload {
  mark: string;
  uploadedAt: Instant;
  /** What `watch` wanted of exactly those bytes. */
  seen: ExtraDigests;
}

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes on their way out, pulled piece by piece: those of the ranges, one after the other. */
export interface BlobReader {
  /**
   * The next piece, at most so many bytes; undefined at the end. A piece is valid until the next call, and never holds
   * bytes of two ranges.
   * Throws when the storage breaks off or the bytes are known to be wrong: what was sent is then incomplete.
   */
  next(maxBytes: number): Promise<Uint8Array | undefined>;
  /**
   * Puts the next bytes into the memory given, each piece of it to its end; none reaches over the end of a range.
   * Throws as `next` does; the memory is the caller's again when it has settled.
   */
  fill(pieces: readonly Uint8Array[]): Promise<void>;
  close(): Promise<void>;
}

/** What a client that reads from the storage itself is told of the file. */
export interface DownloadHeaders {
  fileName: string;
  contentType: string;
}

/** Uploads in pieces. */
export interface PartUploads {
  /** Begins an upload in parts, or goes on with the one named. */
  presignParts(content: BlobContent, ttlSeconds: number, uploadId: string | undefined): Promise<PartTickets>;
  /** Joins the parts into the staged bytes. Throws Refusal 'uploads-incomplete' when some are missing or others. */
  completeParts(content: BlobContent, uploadId: string, etags: string[]): Promise<void>;
  /** Gives up an upload in parts with what it holds. Giving up what is not there is fine. */
  abandonParts(content: BlobContent, uploadId: string): Promise<void>;
}

export interface Blobs extends PartUploads {
  /** The name under which artifacts remember that their bytes are kept here. */
  readonly name: string;
  /** Ranges no further apart are read as one span, and what lies between them is dropped. */
  readonly nearBytes: number;
  /** In how many spans it reads the ranges of one download. */
  readonly maxSpans: number;

  /** Throws Refusal 'storage-full' where so many further bytes would use the reserve of the disk. S3 has room. */
  requireSpace(bytes: number): Promise<void>;
  presign(content: BlobContent, ttlSeconds: number): Promise<UploadTicket>;
  /** When the declared bytes arrived, judged by what is cheap to see: they are there and have the declared size. */
  findUploaded(content: BlobContent): Promise<Instant | undefined>;
  /**
   * Reads what was uploaded and proves size and every declared hash; looks at the kept key too, where an earlier try left
   * off. With `watch` it reads them whatever it remembers or was told of them.
   */
  verify(content: BlobContent, watch?: ExtraHashes): Promise<VerifiedUpload | VerifyFault>;
  /** Moves exactly the verified bytes to the kept key, durably. Idempotent. */
  keep(content: BlobContent, verified: VerifiedUpload): Promise<StoredObject>;
  /**
   * Opens kept bytes to read one or more ranges, which rise and do not overlap.
   * Throws Refusal 'artifact-damaged' when what lies there is not what was kept, and cannot be shown to be.
   */
  open(content: BlobContent, kept: StoredObject, ranges: readonly ByteRange[]): Promise<BlobReader>;
  /**
   * Signs an address for kept bytes: clients read them there, whole or by range, and are told their name and type.
   * Undefined where what lies there is gone or not what was kept: `open` then says so.
   * Undefined itself with a storage that clients cannot reach.
   */
  readonly address:
    | ((
        content: BlobContent,
        kept: StoredObject,
        told: DownloadHeaders & { ttlSeconds: number },
      ) => Promise<string | undefined>)
    | undefined;
  /**
   * Copies kept bytes to where another content's uploads go, as if they were uploaded, without their leaving the storage.
   * False where they are gone or others. Idempotent.
   */
  copy(from: BlobContent, kept: StoredObject, to: BlobContent): Promise<boolean>;
  /** Reads kept bytes through and compares: what `watch` wanted of them, undefined when they are missing or others. */
  scrub(content: BlobContent, watch?: ExtraHashes): Promise<ExtraDigests | undefined>;

  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
  /** Every key under a prefix with when it was written; in any order. */
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Instant }>;
  /**
   * Removes temporary files and unfinished uploads of ours that have not changed since. Returns how many. An upload that
   * is gone on with counts as changed; where the storage cannot note that, `isInUse` is asked of the key it writes to.
   */
  sweep(before: Instant, isInUse?: (key: string) => Promise<boolean>): Promise<number>;

  /** Resolves when the storage answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What the embedded storage's own listener needs: a place to put the body of a signed PUT. */
export interface UploadInbox {
  /** Whether a path has the shape of an upload address, whatever its signature. */
  isAddress(path: string): boolean;
  /** Checks the ticket of a request (its path with query, and its headers); throws Refusal when it is not good. */
  admit(path: string, headers: Record<string, string | undefined>): AcceptedUpload;
}

export interface AcceptedUpload {
  sizeBytes: number;
  /** The app that the address was made for; undefined where it does not say so. */
  app: string | undefined;
  /** The object, or the part of one, that the address names. */
  address: string;
  /**
   * Writes the body to a temporary file while hashing it, then puts it in place: durable when it resolves.
   * Throws Refusal 'upload-size-differs' or 'upload-hash-differs' and leaves nothing behind. Resolves with the ETag.
   */
  receive(body: AsyncIterable<Uint8Array>): Promise<{ etag: string }>;
}

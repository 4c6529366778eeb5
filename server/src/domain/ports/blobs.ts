import type { BlobContent, StoredObject } from '../model/artifact.ts';
import type { ExtraDigests, ExtraHashes, HashFault } from '../model/hashes.ts';
import type { Instant } from '../model/instant.ts';

/*
 * The artifact storage. Uploads go to a staged key and never touch served bytes; `keep` moves verified bytes to the
 * kept key. Every method throws Refusal 'storage-unavailable' if the storage is down.
 */

/** A URL for one PUT of exactly the declared bytes with these headers. */
export interface UploadTicket {
  url: string;
  headers: Record<string, string>;
}

/** A multipart upload: part n is PUT to `urls[n-1]`; all but the last have `partSizeBytes`. */
export interface PartTickets {
  uploadId: string;
  partSizeBytes: number;
  urls: string[];
  /** Finished parts, for resuming. */
  uploaded: { number: number; etag: string }[];
}

export type VerifyFault = 'missing' | 'size-differs' | HashFault;

/** Bytes that match the declaration; `mark` binds `keep` to exactly these. */
export interface VerifiedUpload {
  mark: string;
  uploadedAt: Instant;
  /** The hashes requested by `watch`. */
  extraDigests: ExtraDigests;
}

/** Both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A pull-based reader over the ranges, in order. */
export interface BlobReader {
  /**
   * The next chunk of at most `maxBytes`; undefined at the end. It is valid until the next call and never spans two
   * ranges. Throws if the storage fails or the bytes turn out to be wrong; the response is then incomplete.
   */
  next(maxBytes: number): Promise<Uint8Array | undefined>;
  /**
   * Fills each given buffer completely; none may span two ranges. Throws as `next` does. The caller owns the buffers
   * again once it settles.
   */
  fill(pieces: readonly Uint8Array[]): Promise<void>;
  close(): Promise<void>;
}

/** Response headers for clients that download from the storage directly. */
export interface DownloadHeaders {
  fileName: string;
  contentType: string;
}

/** Multipart uploads. */
export interface PartUploads {
  /** Starts a multipart upload or resumes the given one. */
  presignParts(content: BlobContent, ttlSeconds: number, uploadId: string | undefined): Promise<PartTickets>;
  /** Joins the parts into the staged bytes. Throws Refusal 'uploads-incomplete' if parts are missing or differ. */
  completeParts(content: BlobContent, uploadId: string, etags: string[]): Promise<void>;
  /** Idempotent. */
  abandonParts(content: BlobContent, uploadId: string): Promise<void>;
}

export interface Blobs extends PartUploads {
  /** The name that artifact records use for this storage. */
  readonly name: string;
  /** Ranges closer than this are read as one span, and the gap is discarded. */
  readonly nearBytes: number;
  /** The maximum number of spans per download. */
  readonly maxSpans: number;

  /** Throws Refusal 'storage-full' if the bytes would use up the disk's reserve. S3 never does. */
  requireSpace(bytes: number): Promise<void>;
  presign(content: BlobContent, ttlSeconds: number): Promise<UploadTicket>;
  /** A cheap check for presence and size only. */
  findUploaded(content: BlobContent): Promise<Instant | undefined>;
  /**
   * Reads the upload and verifies size and every declared hash; also checks the kept key, for an interrupted earlier
   * try. With `watch` it always reads the bytes, without a cached result.
   */
  verify(content: BlobContent, watch?: ExtraHashes): Promise<VerifiedUpload | VerifyFault>;
  /** Durably moves exactly the verified bytes to the kept key. Idempotent. */
  keep(content: BlobContent, verified: VerifiedUpload): Promise<StoredObject>;
  /**
   * Opens stored bytes for ascending ranges that do not overlap. Throws Refusal 'artifact-damaged' if the bytes have
   * changed and cannot be verified.
   */
  open(content: BlobContent, stored: StoredObject, ranges: readonly ByteRange[]): Promise<BlobReader>;
  /**
   * Presigns a download URL with name and type; supports ranges. Resolves to undefined if the bytes are gone or
   * changed, which `open` then reports. The method itself is undefined if clients cannot reach the storage.
   */
  readonly address:
    | ((
        content: BlobContent,
        stored: StoredObject,
        options: DownloadHeaders & { ttlSeconds: number },
      ) => Promise<string | undefined>)
    | undefined;
  /**
   * Copies stored bytes to another content's staged key inside the storage. False if they are gone or changed.
   * Idempotent.
   */
  copy(from: BlobContent, stored: StoredObject, to: BlobContent): Promise<boolean>;
  /** Reads and verifies stored bytes; returns the hashes for `watch`, or undefined if missing or changed. */
  scrub(content: BlobContent, watch?: ExtraHashes): Promise<ExtraDigests | undefined>;

  /** Idempotent. */
  remove(key: string): Promise<void>;
  /** In any order. */
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Instant }>;
  /**
   * Removes temporary files and unfinished uploads unchanged since `before`; returns their number. Resuming counts as a
   * change; if the storage cannot record that, `isInUse` decides by key.
   */
  sweep(before: Instant, isInUse?: (key: string) => Promise<boolean>): Promise<number>;

  /** Resolves if the storage is up. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Receives presigned PUTs for the embedded storage. */
export interface UploadInbox {
  /** Checks only the shape of a path, not its signature. */
  isUploadPath(path: string): boolean;
  /** Verifies the ticket of a request; throws Refusal if it is invalid. */
  admit(path: string, headers: Record<string, string | undefined>): AcceptedUpload;
}

export interface AcceptedUpload {
  sizeBytes: number;
  /** Undefined if the URL does not name the app. */
  app: string | undefined;
  /** The object or part that the URL names. */
  address: string;
  /**
   * Writes the body to a temporary file while hashing, then renames it: durable once it resolves. Throws Refusal
   * 'upload-size-differs' or 'upload-hash-differs' and leaves nothing behind. Resolves with the ETag.
   */
  receive(body: AsyncIterable<Uint8Array>): Promise<{ etag: string }>;
}

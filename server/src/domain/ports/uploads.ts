import type { BlobContent, StoredObject } from '../model/artifact.ts';
import type { ExtraDigests, ExtraHashes, HashFault } from '../model/hashes.ts';
import type { Instant } from '../model/instant.ts';

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

/** Uploads go to a staged key and never touch served bytes; `keep` moves verified bytes to the kept key. */
export interface Uploads {
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
  /** Starts a multipart upload or resumes the given one. */
  presignParts(content: BlobContent, ttlSeconds: number, uploadId: string | undefined): Promise<PartTickets>;
  /** Joins the parts into the staged bytes. Throws Refusal 'uploads-incomplete' if parts are missing or differ. */
  completeParts(content: BlobContent, uploadId: string, etags: string[]): Promise<void>;
  /** Idempotent. */
  abandonParts(content: BlobContent, uploadId: string): Promise<void>;
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

import type { BlobContent, StoredObject } from '../model/artifact.ts';
import type { ExtraDigests, ExtraHashes } from '../model/hashes.ts';

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

export interface StoredBytes {
  /** The name that artifact records use for this storage. */
  readonly name: string;
  /** Ranges closer than this are read as one span, and the gap is discarded. */
  readonly nearBytes: number;
  /** The maximum number of spans per download. */
  readonly maxSpans: number;
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
}

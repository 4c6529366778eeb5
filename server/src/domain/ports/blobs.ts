import type { StorageCleanup } from './storage-cleanup.ts';
import type { StoredBytes } from './stored-bytes.ts';
import type { Uploads } from './uploads.ts';

interface StorageConnection {
  /** Resolves if the storage is up. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The artifact storage: all its ports, which one driver implements. Use cases name the ports that they need. Every
 * method throws Refusal 'storage-unavailable' if the storage is down.
 */
export interface Blobs extends Uploads, StoredBytes, StorageCleanup, StorageConnection {}

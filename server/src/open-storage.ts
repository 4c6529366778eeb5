import type { Config } from './config/config.ts';
import type { StorageConfig } from './config/storage-url.ts';
import type { Blobs } from './domain/ports/blobs.ts';
import type { Disk } from './domain/ports/disk.ts';
import type { Ids } from './domain/ports/ids.ts';
import type { Store } from './domain/ports/store.ts';
import type { UploadInbox } from './domain/ports/uploads.ts';
import type { Metrics } from './http/metrics/metrics.ts';

/* The S3 driver is loaded only when it is used. */

export interface OpenedStorage {
  blobs: Blobs;
  /** Receives uploads for the embedded storage; undefined with S3. */
  inbox: UploadInbox | undefined;
}

interface StorageNeeds {
  store: Store;
  ids: Ids;
  uploadUrl: string;
  metrics?: Pick<Metrics, 'storage'>;
  disk?: Disk | undefined;
}

/** The database setting that holds the signing secret of upload URLs. */
export const uploadSecretSetting = 'upload-secret';

const openSingleStorage = async (
  storage: StorageConfig,
  { store, ids, uploadUrl, metrics, disk }: StorageNeeds,
): Promise<OpenedStorage> => {
  const onTiming = metrics?.storage;
  if (storage.kind === 's3') {
    const { openS3Blobs } = await import('./drivers/blobs-s3.ts');
    return { blobs: await openS3Blobs({ ...storage, onTiming }), inbox: undefined };
  }
  const { openFileBlobs } = await import('./drivers/blobs-fs.ts');
  // Stored in the database, so that all workers sign alike and URLs survive a restart.
  const secret = await store.transaction((tx) => tx.claimSetting(uploadSecretSetting, ids.secret(43)));
  const files = await openFileBlobs({ root: storage.root, uploadUrl, secret, now: Date.now, disk, onTiming });
  return { blobs: files, inbox: files };
};

/** Opens the configured storage, and the former one while artifacts remain there. */
export const openStorage = async (
  { storage, formerStorage }: Pick<Config, 'storage' | 'formerStorage'>,
  needs: StorageNeeds,
): Promise<OpenedStorage> => {
  const current = await openSingleStorage(storage, needs);
  if (formerStorage === undefined) return current;
  const { createMigratingBlobs } = await import('./drivers/blobs-migrating.ts');
  const former = await openSingleStorage(formerStorage, needs);
  return { ...current, blobs: createMigratingBlobs(current.blobs, former.blobs) };
};

import type { Disk } from './domain/ports/disk.ts';
import type { Store } from './domain/ports/store.ts';
import type { Metrics } from './http/metrics/metrics.ts';
import type { Verbs } from './http/services.ts';
import type { Disks } from './open-disks.ts';
import { withTimeout } from './with-timeout.ts';

/* Values that are read only during a scrape. */

interface Sources {
  version: string;
  store: Pick<Store, 'sizeBytes'>;
  disks: Disks;
  catalog: Verbs['catalog'];
  activeDownloads(): number;
  droppedLogLines(): number;
}

/** A worker has one second to return all of its metrics, so slow values are left out. */
const readMs = 300;

const readFree = async (disk: Disk | undefined): Promise<number | undefined> =>
  disk === undefined ? undefined : (await withTimeout(disk.read(), undefined, readMs))?.freeBytes;

export const registerProcessMetrics = (metrics: Metrics, sources: Sources): void => {
  const { version, store, disks, catalog } = sources;
  metrics.gauge('slipway_active_downloads', 'Downloads in progress.', sources.activeDownloads);
  metrics.gauge(
    'slipway_catalog_bytes',
    'Approximate size of the catalog.',
    () => catalog.stats().weightBytes,
  );
  metrics.gauge('slipway_catalog_sites', 'App hosts in the catalog.', () => catalog.stats().sites);
  metrics.total(
    'slipway_log_lines_dropped_total',
    'Log lines dropped because standard output could not be written.',
    sources.droppedLogLines,
  );
  metrics.shared(
    'slipway_disk_free_bytes',
    'Free disk space of the storage or the database; not with S3 or PostgreSQL. The same in every process: use min.',
    'of',
    { storage: () => readFree(disks.storage), database: () => readFree(disks.database) },
  );
  metrics.shared('slipway_database_bytes', 'Size of the database.', undefined, {
    '': () => withTimeout(store.sizeBytes(), undefined, readMs),
  });
  metrics.shared('slipway_build_info', 'The version of the server; always 1.', 'version', {
    [version]: async () => 1,
  });
};

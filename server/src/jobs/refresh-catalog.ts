import type { Catalog } from '../domain/catalog/catalog.ts';
import type { Job } from './job.ts';

/** Retries sites that failed to load because the database was unavailable. */
export const refreshCatalog = (catalog: Catalog): Job => ({
  name: 'refresh-catalog',
  everySeconds: 1,
  run: catalog.refreshStale,
});

import type { Catalog } from '../domain/catalog/catalog.ts';
import type { Job } from './job.ts';

/** Loads what could not be loaded when it changed, because the database was away. */
export const refreshCatalog = (catalog: Catalog): Job => ({
  name: 'refresh-catalog',
  everySeconds: 1,
  run: catalog.refreshStale,
});

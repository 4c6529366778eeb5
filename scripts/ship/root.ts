import { join } from 'node:path';

/** The repository's folder. */
export const rootFolder = join(import.meta.dirname, '..', '..');

/** Where everything that is shipped is written. */
export const distFolder = join(rootFolder, 'dist');

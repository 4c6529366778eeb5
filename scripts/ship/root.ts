import { join } from 'node:path';

export const rootFolder = join(import.meta.dirname, '..', '..');

/** The output folder of everything that is shipped. */
export const distFolder = join(rootFolder, 'dist');

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAtExit, removeFolder } from './cleanup.ts';

/** A temporary folder, deleted on request or when this process ends. */
export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

export const openFolder = async (name: string): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(tmpdir(), `slipway-${name}-`));
  const forget = cleanUpAtExit(() => removeFolder(path));
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
      forget();
    },
  };
};

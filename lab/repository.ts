import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const repository = join(import.meta.dirname, '..');

/** Copies all files that git tracks or would add, as in a clone. */
export const copyRepository = async (into: string): Promise<void> => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', list, { cwd: repository });
  for (const name of stdout.split('\0').filter((entry) => entry !== '')) {
    await mkdir(dirname(join(into, name)), { recursive: true });
    // Git also lists a removed file that is not committed yet.
    await copyFile(join(repository, name), join(into, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
};

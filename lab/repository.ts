import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The folder of this repository. */
export const repository = join(import.meta.dirname, '..');

/** Copies what git knows or would take up, as it stands, into a folder: what a clone has. */
export const copyRepository = async (into: string): Promise<void> => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', list, { cwd: repository });
  for (const name of stdout.split('\0').filter((entry) => entry !== '')) {
    await mkdir(dirname(join(into, name)), { recursive: true });
    // A file that was removed and not committed yet is listed, too.
    await copyFile(join(repository, name), join(into, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
};

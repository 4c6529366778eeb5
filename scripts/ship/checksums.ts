import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

export const checksumsName = 'SHA256SUMS';

/** Writes the checksums of a folder's files for `sha256sum -c`. Removes an earlier signature, which is now invalid. */
export const writeChecksums = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith(checksumsName))
    .map(({ name }) => name)
    .sort();
  const lines = await Promise.all(
    names.map(async (name) => `${await sha256Of(join(folder, name))}  ${name}\n`),
  );
  const path = join(folder, checksumsName);
  await rm(`${path}.minisig`, { force: true });
  await writeFile(path, lines.join(''));
  return path;
};

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Made, pack } from './packed.ts';

/* Velopack's Releases/ folder: `vpk pack` adds packages to it and lists all of them. */

interface Listed {
  Assets: object[];
}

const hashOf = (algorithm: string, bytes: Buffer): string =>
  createHash(algorithm).update(bytes).digest('hex').toUpperCase();

const readList = async (path: string): Promise<Listed> =>
  JSON.parse(await readFile(path, 'utf8').catch(() => '{"Assets":[]}')) as Listed;

/** Packs a version into the folder, as `vpk pack` does after an older one. */
export const packInto = async (folder: string, version: string, deltaFrom?: string): Promise<Made> => {
  await mkdir(folder, { recursive: true });
  const made = pack({ version, ...(deltaFrom === undefined ? {} : { deltaFrom }) });
  const list = join(folder, 'releases.linux.json');
  const { Assets: before } = await readList(list);
  const packed = made.pieces.map(({ fileName, bytes = Buffer.alloc(0), companionOf }) => ({
    bytes,
    asset: {
      PackageId: 'App',
      Version: version,
      Type: companionOf === undefined ? 'Full' : 'Delta',
      FileName: fileName ?? '',
      SHA1: hashOf('sha1', bytes),
      SHA256: hashOf('sha256', bytes),
      Size: bytes.length,
      NotesMarkdown: `Notes of ${version}.`,
    },
  }));
  for (const { asset, bytes } of packed) await writeFile(join(folder, asset.FileName), bytes);
  await writeFile(list, JSON.stringify({ Assets: [...packed.map(({ asset }) => asset), ...before] }));
  return made;
};

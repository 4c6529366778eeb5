import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmPack } from '../../scripts/ship/npm-pack.ts';
import { build } from './build.ts';

/** Packs the command line into a tarball for `npm i -g` or `npx` and returns its path. */
export const pack = (intoFolder: string): Promise<string> => npmPack(build, intoFolder);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const usual = join(import.meta.dirname, '..', 'dist');
  console.log(await pack(resolve(process.argv[2] ?? usual)));
}

import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build as buildCli } from '../../cli/scripts/build.ts';
import { npmPack } from './npm-pack.ts';
import { buildServer } from './server-package.ts';

/** Packs the server and the CLI into a folder and returns their paths; removes tarballs of other versions. */
export const packAll = async (intoFolder: string): Promise<string[]> => {
  await mkdir(intoFolder, { recursive: true });
  const earlier = (await readdir(intoFolder)).filter((name) => /^slipway-(?:server|cli)-.*\.tgz$/.test(name));
  await Promise.all(earlier.map((name) => rm(join(intoFolder, name))));
  return [await npmPack(buildServer, intoFolder), await npmPack(buildCli, intoFolder)];
};

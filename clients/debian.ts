import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../lab/repository.ts';

/* Clients that come as packages of Debian: unpacked into a folder of their own beside node_modules, never installed. */

/** A client at hand, or why it is not. */
export type Found = { folder: string; reason?: undefined } | { folder?: undefined; reason: string };

const runIn = (cwd: string, command: string, words: readonly string[]): void => {
  const { error, status, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw new Error(`there is no ${command} here`);
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1) ?? `${command} failed`);
};

const unpack = async (name: string, folder: string): Promise<void> => {
  const fresh = `${folder}.part`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  runIn(fresh, 'apt-get', ['download', name]);
  for (const archive of globSync('*.deb', { cwd: fresh })) runIn(fresh, 'dpkg', ['-x', archive, '.']);
  await rename(fresh, folder);
};

/** Fetches a package, once, with this machine's own sources. */
export const findDebian = async (name: string): Promise<Found> => {
  const folder = join(repository, 'node_modules/.cache/slipway-clients', name);
  try {
    if (!existsSync(folder)) await unpack(name, folder);
    return { folder };
  } catch (error) {
    return { reason: `Debian’s ${name} could not be fetched (${(error as Error).message})` };
  }
};

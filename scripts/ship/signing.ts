import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSigningKey, signMinisign } from './minisign.ts';
import { rootFolder } from './root.ts';

/** The key's password comes from the environment, which other users' processes cannot see. */
const passwordOf = (env: NodeJS.ProcessEnv): string => env.MINISIGN_PASSWORD ?? '';

/** The published public key: once the repository names one, no other key may sign. */
const findPublished = async (): Promise<string | undefined> => {
  const text = await readFile(join(rootFolder, 'release.pub'), 'utf8').catch(() => undefined);
  return text?.trim().split('\n').at(-1);
};

/** Signs a file for a version as `<file>.minisig`; returns the public key. */
export const signFile = async (path: string, keyFile: string, version: string): Promise<string> => {
  const key = readSigningKey(await readFile(keyFile, 'utf8'), passwordOf(process.env));
  const published = await findPublished();
  if (published !== undefined && published !== key.publicLine)
    throw new Error(`The signing key is not the one of release.pub, ${published}.`);
  await writeFile(`${path}.minisig`, signMinisign(await readFile(path), key, `slipway ${version}`));
  return key.publicLine;
};

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSigningKey, signMinisign } from './minisign.ts';
import { rootFolder } from './root.ts';

/** The password of the key comes from the environment: no other process of this machine sees it there. */
const passwordOf = (env: NodeJS.ProcessEnv): string => env.MINISIGN_PASSWORD ?? '';

/** What users compare with: once the repository names a key, no other signs. */
const findPublished = async (): Promise<string | undefined> => {
  const text = await readFile(join(rootFolder, 'release.pub'), 'utf8').catch(() => undefined);
  return text?.trim().split('\n').at(-1);
};

/** Signs a file for a version beside it, `<file>.minisig`; tells the public key. */
export const signFile = async (path: string, keyFile: string, version: string): Promise<string> => {
  const key = readSigningKey(await readFile(keyFile, 'utf8'), passwordOf(process.env));
  const published = await findPublished();
  if (published !== undefined && published !== key.publicLine)
    throw new Error(`The signing key is not the one of release.pub, ${published}.`);
  await writeFile(`${path}.minisig`, signMinisign(await readFile(path), key, `slipway ${version}`));
  return key.publicLine;
};

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/* Signatures as publishers make them: cargo-packager's signer is Tauri's, with the same keys and files. */

const tauri = fileURLToPath(import.meta.resolve('@tauri-apps/cli/tauri.js'));
const run = promisify(execFile);
const signer = (...words: string[]) => run(process.execPath, [tauri, 'signer', ...words]);

/** Makes a key in this folder. */
export const openSigner = async (folder: string) => {
  const key = join(folder, 'key');
  await signer('generate', '--ci', '--password', '', '--write-keys', key);
  return {
    publicKey: await readFile(`${key}.pub`, 'utf8'),
    /** What the signer leaves beside a file of these bytes, for this version where it is given. */
    sign: async (bytes: Buffer, version?: string): Promise<string> => {
      const file = join(folder, 'signed');
      await writeFile(file, bytes);
      const named = version === undefined ? [] : ['--app-version', version];
      await signer('sign', '--private-key-path', key, '--password', '', ...named, file);
      return readFile(`${file}.sig`, 'utf8');
    },
  };
};

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/* Signatures as publishers make them: cargo-packager uses Tauri's signer, keys and files. */

const tauri = fileURLToPath(import.meta.resolve('@tauri-apps/cli/tauri.js'));
const run = promisify(execFile);
const signer = (...words: string[]) => run(process.execPath, [tauri, 'signer', ...words]);

/** Creates a key in this folder. */
export const openSigner = async (folder: string) => {
  const key = join(folder, 'key');
  await signer('generate', '--ci', '--password', '', '--write-keys', key);
  return {
    publicKey: await readFile(`${key}.pub`, 'utf8'),
    /** The signature file for these bytes, with an optional version. */
    sign: async (bytes: Buffer, version?: string): Promise<string> => {
      const file = join(folder, 'signed');
      await writeFile(file, bytes);
      const named = version === undefined ? [] : ['--app-version', version];
      await signer('sign', '--private-key-path', key, '--password', '', ...named, file);
      return readFile(`${file}.sig`, 'utf8');
    },
  };
};

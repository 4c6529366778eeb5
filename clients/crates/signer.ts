import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../../lab/repository.ts';

const run = promisify(execFile);
const tauri = join(repository, 'node_modules/@tauri-apps/cli/tauri.js');
const command = (...words: string[]) => run(process.execPath, [tauri, 'signer', ...words]);

/** A key pair of Tauri's own signer, whose signatures cargo-packager reads, too. */
export const createSigner = async (folder: string) => {
  const key = join(folder, 'key');
  await command('generate', '--ci', '--password', '', '--write-keys', key);
  return {
    publicKey: (await readFile(`${key}.pub`, 'utf8')).trim(),
    /** The signature file for these bytes. */
    sign: async (bytes: Buffer, version: string): Promise<string> => {
      const file = join(folder, `App-${version}.AppImage`);
      await writeFile(file, bytes);
      await command('sign', '--private-key-path', key, '--password', '', '--app-version', version, file);
      return (await readFile(`${file}.sig`, 'utf8')).trim();
    },
  };
};

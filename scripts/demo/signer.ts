import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/* Tauri's real signer, as a command. */

const run = promisify(execFile);
const tauri = fileURLToPath(import.meta.resolve('@tauri-apps/cli/tauri.js'));

const signer = (...args: string[]) => run(process.execPath, [tauri, 'signer', ...args]);

/** Creates a key pair in the folder; resolves with the public key as `tauri.conf.json` has it. */
export const generateKey = async (folder: string): Promise<string> => {
  await signer('generate', '--ci', '--password', '', '--write-keys', join(folder, 'signing-key'));
  return (await readFile(join(folder, 'signing-key.pub'), 'utf8')).trim();
};

/** Signs a file for a version; resolves with the content of its `.sig` file. */
export const signDemoFile = async (folder: string, file: string, version: string): Promise<string> => {
  const key = join(folder, 'signing-key');
  await signer('sign', '--private-key-path', key, '--password', '', '--app-version', version, file);
  return (await readFile(`${file}.sig`, 'utf8')).trim();
};

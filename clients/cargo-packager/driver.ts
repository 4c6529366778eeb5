import { createRequire } from 'node:module';
import { answer, readInput } from '../driver-io.ts';
import type { PackagerInput, PackagerOutput } from './driver-types.ts';

/* The real cargo-packager updater inside an app: checks for an update and optionally installs it. */

interface Update {
  version: string;
  body?: string;
  format: number;
  downloadUrl: string;
  downloadAndInstall(): Promise<void>;
}

interface Client {
  UpdateFormat: Record<string, number>;
  checkUpdate(version: string, options: object): Promise<Update | null>;
}

const input = readInput<PackagerInput>();
const output: PackagerOutput = {};

const update = async ({ checkUpdate, UpdateFormat }: Client): Promise<void> => {
  const { version, endpoint, publicKey: pubkey, executable: executablePath, target } = input;
  const found = await checkUpdate(version, { endpoints: [endpoint], pubkey, executablePath, target });
  if (found === null) return;
  const format = Object.entries(UpdateFormat).find(([, value]) => value === found.format)?.[0] ?? '';
  const notes = found.body === undefined ? {} : { notes: found.body };
  output.update = { version: found.version, format, url: found.downloadUrl, ...notes };
  if (input.isInstalling) await found.downloadAndInstall();
};

try {
  await update(createRequire(import.meta.url)('@crabnebula/updater-linux-x64-gnu') as Client);
} catch (error) {
  output.error = (error as Error).message;
}
answer(output);

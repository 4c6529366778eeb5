import { createRequire } from 'node:module';
import { answer, readAsked } from '../asked.ts';
import type { Asked, Told } from './asked.ts';

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

const asked = readAsked<Asked>();
const told: Told = {};

const update = async ({ checkUpdate, UpdateFormat }: Client): Promise<void> => {
  const { version, endpoint, publicKey: pubkey, executable: executablePath, target } = asked;
  const found = await checkUpdate(version, { endpoints: [endpoint], pubkey, executablePath, target });
  if (found === null) return;
  const format = Object.entries(UpdateFormat).find(([, value]) => value === found.format)?.[0] ?? '';
  const notes = found.body === undefined ? {} : { notes: found.body };
  told.update = { version: found.version, format, url: found.downloadUrl, ...notes };
  if (asked.isInstalling) await found.downloadAndInstall();
};

try {
  await update(createRequire(import.meta.url)('@crabnebula/updater-linux-x64-gnu') as Client);
} catch (error) {
  told.error = (error as Error).message;
}
answer(told);

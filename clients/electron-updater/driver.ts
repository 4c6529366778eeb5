import { createRequire } from 'node:module';
import { answer, readInput } from '../driver-io.ts';
import type { ElectronInput, ElectronOutput } from './driver-types.ts';
import { requests } from './electron.ts';
import { standIn } from './stand-in.ts';

/*
 * The real electron-updater as in an app: `autoUpdater`, which reads `app-update.yml`. Only the platform name and
 * Electron are faked.
 */

interface Info {
  version: string;
  releaseNotes?: string;
}

interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  channel: string;
  logger: object;
  on(event: string, listener: (info: Info) => void): void;
  checkForUpdates(): Promise<{ updateInfo: Info }>;
  downloadUpdate(): Promise<string[]>;
}

const input = readInput<ElectronInput>();
standIn(input);

const require = createRequire(import.meta.url);
const load = {
  'electron-updater': () => require('electron-updater'),
  'electron-updater-4': () => require('electron-updater-4'),
};

const output: ElectronOutput = { isAvailable: false, requests, log: [] };

const prepare = (updater: Updater): void => {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  if (input.channel !== undefined) updater.channel = input.channel;
  const keep = (message: unknown) => output.log.push(String(message));
  updater.logger = { info: keep, warn: keep, error: keep };
  updater.on('update-available', () => {
    output.isAvailable = true;
  });
};

const update = async (updater: Updater): Promise<void> => {
  const { updateInfo } = await updater.checkForUpdates();
  output.version = updateInfo.version;
  if (updateInfo.releaseNotes !== undefined) output.notes = updateInfo.releaseNotes;
  if (!output.isAvailable || !input.isDownloading) return;
  const [file] = await updater.downloadUpdate();
  if (file !== undefined) output.file = file;
};

const { autoUpdater } = load[input.client]() as { autoUpdater: Updater };
prepare(autoUpdater);
try {
  await update(autoUpdater);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  output.error = { message, ...(code === undefined ? {} : { code }) };
}
answer(output);

import { createRequire } from 'node:module';
import { answer, readAsked } from '../asked.ts';
import type { Asked, Told } from './asked.ts';
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
  on(event: string, told: (info: Info) => void): void;
  checkForUpdates(): Promise<{ updateInfo: Info }>;
  downloadUpdate(): Promise<string[]>;
}

const asked = readAsked<Asked>();
standIn(asked);

const require = createRequire(import.meta.url);
const load = {
  'electron-updater': () => require('electron-updater'),
  'electron-updater-4': () => require('electron-updater-4'),
};

const told: Told = { isAvailable: false, requests, log: [] };

const prepare = (updater: Updater): void => {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  if (asked.channel !== undefined) updater.channel = asked.channel;
  const keep = (message: unknown) => told.log.push(String(message));
  updater.logger = { info: keep, warn: keep, error: keep };
  updater.on('update-available', () => {
    told.isAvailable = true;
  });
};

const update = async (updater: Updater): Promise<void> => {
  const { updateInfo } = await updater.checkForUpdates();
  told.version = updateInfo.version;
  if (updateInfo.releaseNotes !== undefined) told.notes = updateInfo.releaseNotes;
  if (!told.isAvailable || !asked.isDownloading) return;
  const [file] = await updater.downloadUpdate();
  if (file !== undefined) told.file = file;
};

const { autoUpdater } = load[asked.client]() as { autoUpdater: Updater };
prepare(autoUpdater);
try {
  await update(autoUpdater);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  told.error = { message, ...(code === undefined ? {} : { code }) };
}
answer(told);

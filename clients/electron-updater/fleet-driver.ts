import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { answer, readInput } from '../driver-io.ts';
import type { ElectronInput } from './driver-types.ts';
import { standIn } from './stand-in.ts';

/*
 * Many installations of one app, sequentially: each a new instance of the real electron-updater with its saved staging
 * ID.
 */

interface Updater {
  autoDownload: boolean;
  logger: null;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } }>;
}

const input = readInput<ElectronInput & { ids: string[] }>();
standIn(input);
const { NsisUpdater } = createRequire(import.meta.url)('electron-updater') as {
  NsisUpdater: new () => Updater;
};

const check = async (id: string): Promise<string | null> => {
  await writeFile(join(input.folder, 'user-data', '.updaterId'), id);
  const updater = Object.assign(new NsisUpdater(), { autoDownload: false, logger: null });
  const { isUpdateAvailable, updateInfo } = await updater.checkForUpdates();
  return isUpdateAvailable ? updateInfo.version : null;
};

await mkdir(join(input.folder, 'user-data'), { recursive: true });
const offered: (string | null)[] = [];
for (const id of input.ids) offered.push(await check(id));
answer({ offered });

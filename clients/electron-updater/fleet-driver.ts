import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { answer, readAsked } from '../asked.ts';
import type { Asked } from './asked.ts';
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

const asked = readAsked<Asked & { ids: string[] }>();
standIn(asked);
const { NsisUpdater } = createRequire(import.meta.url)('electron-updater') as {
  NsisUpdater: new () => Updater;
};

const check = async (id: string): Promise<string | null> => {
  await writeFile(join(asked.folder, 'user-data', '.updaterId'), id);
  const updater = Object.assign(new NsisUpdater(), { autoDownload: false, logger: null });
  const { isUpdateAvailable, updateInfo } = await updater.checkForUpdates();
  return isUpdateAvailable ? updateInfo.version : null;
};

await mkdir(join(asked.folder, 'user-data'), { recursive: true });
const offered: (string | null)[] = [];
for (const id of asked.ids) offered.push(await check(id));
answer({ offered });

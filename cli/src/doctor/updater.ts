import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Context } from '../context.ts';
import { detectProject } from '../setup/detect.ts';
import { lacksPublicKey } from '../setup/tauri-config.ts';
import { findUpdaterGaps } from '../setup/updater-gaps.ts';
import { doubtful, type Finding, good } from './finding.ts';

const about = 'updater';

const keyGap = {
  detail: 'tauri.conf.json has no plugins.updater.pubkey, which the updater requires.',
  remedy: 'Run `tauri signer generate -w ~/.tauri/app.key` and add the contents of the .pub file.',
};

const lacksKey = async (path: string): Promise<boolean> => {
  try {
    return lacksPublicKey(await readFile(path, 'utf8'));
  } catch {
    return false;
  }
};

/** Undefined if the folder contains no Tauri project. */
export const examineUpdater = async ({ cwd }: Context): Promise<Finding | undefined> => {
  const { tauriConfig: path } = await detectProject(cwd);
  if (path === undefined) return undefined;
  const gaps = [...((await lacksKey(path)) ? [keyGap] : []), ...(await findUpdaterGaps(path))];
  if (gaps.length === 0) return good(about, `${relative(cwd, path)} and the plugin are set up.`);
  return doubtful(
    about,
    gaps.map(({ detail }) => detail).join(' '),
    gaps.map(({ remedy }) => remedy).join('\n'),
  );
};

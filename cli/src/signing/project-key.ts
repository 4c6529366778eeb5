import { readFile } from 'node:fs/promises';
import { detectProject } from '../setup/detect.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';

/** A key that a project builds into its app. */
export interface ProjectKey extends PublicKey {
  /** As it is written there. */
  text: string;
  /** The file that names it. */
  from: string;
}

/** The key that the Tauri project of a folder builds in: what installed copies of this build will trust. */
export const readProjectKey = async (folder: string): Promise<ProjectKey | undefined> => {
  const { tauriConfig } = await detectProject(folder);
  if (tauriConfig === undefined) return undefined;
  try {
    const config = JSON.parse((await readFile(tauriConfig, 'utf8')).replace(/^\ufeff/, '')) as {
      plugins?: { updater?: { pubkey?: unknown } };
    };
    const text = String(config.plugins?.updater?.pubkey ?? '');
    const key = parsePublicKey(text);
    return key && { ...key, text, from: tauriConfig };
  } catch {
    return undefined;
  }
};

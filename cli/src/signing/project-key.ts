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

/** The `pubkey` that a tauri.conf.json names; undefined for any other text. */
export const parseTauriPubkey = (config: string): string | undefined => {
  try {
    const { plugins } = JSON.parse(config.replace(/^\ufeff/, '')) as {
      plugins?: { updater?: { pubkey?: unknown } };
    };
    const pubkey = plugins?.updater?.pubkey;
    return typeof pubkey === 'string' ? pubkey : undefined;
  } catch {
    return undefined;
  }
};

/** The key that the Tauri project of a folder builds in: what installed copies of this build will trust. */
export const readProjectKey = async (folder: string): Promise<ProjectKey | undefined> => {
  const { tauriConfig: from } = await detectProject(folder);
  if (from === undefined) return undefined;
  const text = parseTauriPubkey(await readFile(from, 'utf8').catch(() => '')) ?? '';
  const key = parsePublicKey(text);
  return key && { ...key, text, from };
};

import { readFile } from 'node:fs/promises';
import { detectProject } from '../setup/detect.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';

/** A public key that a project builds into its app. */
export interface ProjectKey extends PublicKey {
  /** Unmodified from the file. */
  text: string;
  /** The file that contains it. */
  from: string;
}

/** Undefined if there is no `pubkey`. */
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

/** The key in the folder's Tauri project, which installed clients of this build will trust. */
export const readProjectKey = async (folder: string): Promise<ProjectKey | undefined> => {
  const { tauriConfig: from } = await detectProject(folder);
  if (from === undefined) return undefined;
  const text = parseTauriPubkey(await readFile(from, 'utf8').catch(() => '')) ?? '';
  const key = parsePublicKey(text);
  return key && { ...key, text, from };
};

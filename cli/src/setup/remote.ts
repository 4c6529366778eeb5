import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ancestorFolders, isOwnedByAnother } from '../config/walk-up.ts';

/** A repository at a CI provider with pipeline identities. */
export interface Remote {
  provider: 'github' | 'gitlab';
  /** `owner/name`. */
  name: string;
}

const addresses =
  /^\s*url\s*=\s*(?:git@|ssh:\/\/git@|https:\/\/(?:[^@/\s]+@)?)(github|gitlab)\.com[:/]((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?\s*$/m;

/** Reads the git configuration of the repository that contains the folder. */
export const findRemote = async (cwd: string): Promise<Remote | undefined> => {
  const root = (await ancestorFolders(cwd)).at(-1) ?? cwd;
  const path = join(root, '.git', 'config');
  try {
    if (await isOwnedByAnother(path)) return undefined;
    const [, provider, name] = addresses.exec(await readFile(path, 'utf8')) ?? [];
    if (name === undefined) return undefined;
    return { provider: provider === 'github' ? 'github' : 'gitlab', name };
  } catch {
    return undefined;
  }
};

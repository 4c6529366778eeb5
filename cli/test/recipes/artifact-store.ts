import { globSync } from 'node:fs';
import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

/*
 * Simulates actions/upload-artifact@v4 and actions/download-artifact@v4: paths in an artifact are relative to the
 * search path, hidden files are left out, a name can be used once, and without a name every artifact is downloaded into
 * a separate folder.
 */

const filesUnder = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
};

/** The folder before a pattern's first wildcard, which paths are relative to. */
const searchPathOf = (pattern: string): string => {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => /[*?[]/.test(part));
  return first < 0 ? pattern : parts.slice(0, first).join('/');
};

export const openArtifactStore = (folder: string) => {
  const upload = async (workspace: string, inputs: Record<string, string>): Promise<void> => {
    const { name = 'artifact', path: pattern = '', 'if-no-files-found': ifNone = 'warn' } = inputs;
    if (pattern.includes('\n')) throw new Error('this runner uploads one path');
    if ((await readdir(folder)).includes(name)) throw new Error(`an artifact ${name} exists already`);
    const matches = globSync(pattern, { cwd: workspace }).map((match) => resolve(workspace, match));
    const files = (await Promise.all(matches.map(filesUnder))).flat();
    const root = resolve(workspace, searchPathOf(pattern));
    const visible = files.filter((file) => !/(^|\/)\./.test(relative(root, file)));
    if (visible.length === 0 && ifNone === 'error') throw new Error(`no files were found at ${pattern}`);
    for (const file of visible) {
      const to = join(folder, name, relative(root, file));
      await mkdir(dirname(to), { recursive: true });
      await cp(file, to);
    }
  };

  const download = async (workspace: string, { path = '.' }: Record<string, string>): Promise<void> => {
    for (const name of await readdir(folder))
      await cp(join(folder, name), join(workspace, path, name), { recursive: true });
  };

  return { upload, download };
};
export type ArtifactStore = ReturnType<typeof openArtifactStore>;

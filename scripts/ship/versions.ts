import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rootFolder } from './root.ts';

/* The repository, its packages and their mutual dependencies share one version. */

const rewrite = async (file: string, change: (text: string) => string): Promise<void> => {
  const path = join(rootFolder, file);
  const text = await readFile(path, 'utf8');
  const changed = change(text);
  if (changed !== text) await writeFile(path, changed);
};

const inManifest =
  (version: string) =>
  (text: string): string =>
    text
      .replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`)
      .replaceAll(/^( +"@slipway\/[^"]+": )"[^"]*"/gm, `$1"${version}"`);

interface Locked {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const inLock =
  (version: string, workspaces: string[]) =>
  (text: string): string => {
    const lock = JSON.parse(text) as Locked & { packages: Record<string, Locked> };
    const ours = ['', ...workspaces].flatMap((name) => lock.packages[name] ?? []);
    for (const entry of [lock, ...ours]) entry.version = version;
    for (const { dependencies = {}, devDependencies = {} } of ours)
      for (const specs of [dependencies, devDependencies])
        for (const name of Object.keys(specs)) if (name.startsWith('@slipway/')) specs[name] = version;
    return `${JSON.stringify(lock, null, 2)}\n`;
  };

/** Documents name the tarballs of the current version. */
const inDocument =
  (from: string, version: string) =>
  (text: string): string =>
    text
      .replaceAll(`slipway-cli-${from}.tgz`, `slipway-cli-${version}.tgz`)
      .replaceAll(`slipway-server-${from}.tgz`, `slipway-server-${version}.tgz`);

const readRoot = async (): Promise<{ version: string; workspaces: string[] }> =>
  JSON.parse(await readFile(join(rootFolder, 'package.json'), 'utf8'));

export const readVersion = async (): Promise<string> => (await readRoot()).version;

/** Writes the version everywhere it occurs. */
export const setVersion = async (version: string): Promise<void> => {
  const { version: from, workspaces } = await readRoot();
  const manifests = ['', ...workspaces].map((folder) => join(folder, 'package.json'));
  for (const manifest of manifests) await rewrite(manifest, inManifest(version));
  await rewrite('package-lock.json', inLock(version, workspaces));
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.md'], { cwd: rootFolder });
  const documents = stdout.split('\n').filter((name) => name !== '' && name !== 'CHANGELOG.md');
  for (const document of documents) await rewrite(document, inDocument(from, version));
};

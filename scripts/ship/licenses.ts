import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { groupBy } from '../../cli/src/group-by.ts';
import { rootFolder } from './root.ts';

/* Shipping third-party code requires shipping its licenses. */

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

const bundledFolders = (paths: readonly string[]): string[] => {
  const folders = paths.flatMap((path) => packageFolder.exec(path)?.[1] ?? []);
  return [...new Set(folders)].sort();
};

interface License {
  /** Name and version of the package. */
  of: string;
  text: string;
}

const readLicense = async (folder: string): Promise<License> => {
  const path = join(rootFolder, folder);
  const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const files = (await readdir(path)).filter((entry) => /^(?:licen[cs]e|notice)/i.test(entry)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')));
  const text =
    texts.length === 0 ? `Licence: ${String(license)}` : texts.map((one) => one.trim()).join('\n\n');
  return { of: `${String(name)} ${String(version)}`, text };
};

/** The licenses of all packages in a bundle and of its files, each text once. */
export const collectLicenses = async (
  metafile: Metafile,
  carried: readonly string[] = [],
): Promise<string> => {
  const paths = [...Object.keys(metafile.inputs), ...carried];
  const licenses = await Promise.all(bundledFolders(paths).map(readLicense));
  const names = groupBy(licenses, ({ text }) => text);
  const parts = [...names].map(([text, all]) => `${all.map(({ of }) => of).join('\n')}\n\n${text}\n`);
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
};

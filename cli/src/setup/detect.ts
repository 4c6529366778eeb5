import { access, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BuilderConfig } from './electron-config.ts';

/** Detects the kind of app in a folder from its files. */
export interface Project {
  kind: 'tauri' | 'electron' | 'other';
  /** The tauri.conf.json to edit. */
  tauriConfig?: string;
  /** A Tauri configuration in a format that cannot be edited here. */
  otherConfig?: string;
  /** electron-builder's configuration, if it can be edited. */
  builderConfig?: BuilderConfig;
  usesForge?: boolean;
  /** The app's name. */
  name: string | undefined;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const readObject = async (path: string): Promise<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const findFirst = async (folder: string, names: string[]): Promise<string | undefined> => {
  for (const name of names) if (await isThere(join(folder, name))) return join(folder, name);
  return undefined;
};

const tauriFolders = ['src-tauri/', ''];
const inEach = (name: string): string[] => tauriFolders.map((folder) => `${folder}${name}`);
const builderFiles = ['yml', 'yaml', 'json', 'json5', 'toml', 'js', 'cjs', 'mjs', 'ts'].map(
  (ending) => `electron-builder.${ending}`,
);

const packagesOf = (manifest: Record<string, unknown>): string[] => {
  const { dependencies, devDependencies } = manifest as Record<string, Record<string, unknown> | undefined>;
  return Object.keys({ ...dependencies, ...devDependencies });
};

/** In electron-builder's order: `build` in package.json before a separate file. */
const findBuilderConfig = async (
  folder: string,
  manifest: Record<string, unknown>,
): Promise<BuilderConfig | undefined> => {
  const inManifest: BuilderConfig = { path: join(folder, 'package.json'), format: 'json', at: ['build'] };
  if (typeof manifest.build === 'object' && manifest.build !== null) return inManifest;
  const path = await findFirst(folder, builderFiles);
  if (path === undefined) return packagesOf(manifest).includes('electron-builder') ? inManifest : undefined;
  if (path.endsWith('.json')) return { path, format: 'json', at: [] };
  return /\.ya?ml$/.test(path) ? { path, format: 'yaml', at: [] } : undefined;
};

const detectElectron = async (
  folder: string,
  manifest: Record<string, unknown>,
): Promise<Omit<Project, 'name'>> => {
  const packages = packagesOf(manifest);
  const isNamed = packages.some((name) => ['electron', 'electron-builder'].includes(name));
  if (!isNamed && (await findFirst(folder, builderFiles)) === undefined) return { kind: 'other' };
  const builderConfig = await findBuilderConfig(folder, manifest);
  const usesForge = packages.some((name) => name.startsWith('@electron-forge/'));
  return { kind: 'electron', usesForge, ...(builderConfig === undefined ? {} : { builderConfig }) };
};

export const detectProject = async (folder: string): Promise<Project> => {
  const manifest = await readObject(join(folder, 'package.json'));
  const tauriConfig = await findFirst(folder, inEach('tauri.conf.json'));
  const otherConfig = await findFirst(folder, [...inEach('tauri.conf.json5'), ...inEach('Tauri.toml')]);
  const config = tauriConfig === undefined ? {} : await readObject(tauriConfig);
  const names = [config.productName, manifest.name, basename(folder)];
  const name = names.find((one): one is string => typeof one === 'string' && one !== '');
  if (tauriConfig !== undefined) return { kind: 'tauri', tauriConfig, name };
  if (otherConfig !== undefined) return { kind: 'tauri', otherConfig, name };
  return { ...(await detectElectron(folder, manifest)), name };
};

/** `@acme/My App` becomes `my-app`. */
export const slugFor = (name: string | undefined): string | undefined => {
  const words = (name ?? '').replace(/^@[^/]*\//, '').toLowerCase();
  const slug = words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  return slug === '' ? undefined : slug;
};

export const adapterFor = ({ kind }: Project): string => (kind === 'electron' ? 'rest' : 'tauri');

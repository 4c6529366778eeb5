import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FoundVersion } from '@slipway/build-files/bundle.ts';
import { ancestorFolders } from '../config/walk-up.ts';
import { usageFailure } from '../errors/failure.ts';

/** Undefined if the file does not exist. Fails on invalid JSON, so that no other file's version is used. */
const readJson = async (path: string): Promise<Record<string, unknown> | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    throw usageFailure(
      `Can’t read the version: ${path} is not valid JSON.`,
      'Fix it, or pass --release <version>.',
    );
  }
};

const fromPackage = async (path: string): Promise<FoundVersion | undefined> => {
  const version = (await readJson(path))?.version;
  return typeof version === 'string' && version !== '' ? { version, from: path } : undefined;
};

const fromCargo = async (path: string): Promise<FoundVersion | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  const section = /^\[package\]\s*$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1];
  const version = /^version\s*=\s*"([^"]+)"/m.exec(section ?? '')?.[1];
  return version === undefined ? undefined : { version, from: path };
};

/** Tauri's rule: `version` is a version or the path of a package.json; without it, Cargo.toml has the version. */
const fromTauri = async (path: string): Promise<FoundVersion | undefined> => {
  const config = await readJson(path);
  if (config === undefined) return undefined;
  const version = config.version ?? (config.package as { version?: unknown } | undefined)?.version;
  if (typeof version !== 'string') return await fromCargo(join(dirname(path), 'Cargo.toml'));
  if (version.endsWith('package.json')) return await fromPackage(resolve(dirname(path), version));
  return { version, from: path };
};

const readers: [string, (path: string) => Promise<FoundVersion | undefined>][] = [
  ['tauri.conf.json', fromTauri],
  ['src-tauri/tauri.conf.json', fromTauri],
  ['package.json', fromPackage],
];

/** Reads the nearest configuration at or above the folder, within its repository. */
export const findProjectVersion = async (from: string): Promise<FoundVersion | undefined> => {
  for (const folder of await ancestorFolders(from)) {
    for (const [name, read] of readers) {
      const found = await read(join(folder, name));
      if (found !== undefined) return found;
    }
  }
  return undefined;
};

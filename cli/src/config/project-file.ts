import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usageFailure } from '../errors/failure.ts';
import { ancestorFolders, isOwnedByAnother } from './walk-up.ts';

export const projectFileName = 'slipway.json';

export interface ProjectFile {
  /** The folder of the file; its paths are relative to it. */
  folder: string;
  url?: string;
  app?: string;
  channel?: string;
  /** Files and folders for `publish` and `upload` if none are given. */
  paths?: string[];
  /** Targets that a release must have. */
  require?: string[];
}

const texts = ['url', 'app', 'channel'];
const lists = ['paths', 'require'];

const faultOf = (name: string, value: unknown): string | undefined => {
  if (texts.includes(name)) return typeof value === 'string' ? undefined : `"${name}" must be a string`;
  if (!lists.includes(name)) return `"${name}" is unknown (valid: ${[...texts, ...lists].join(', ')})`;
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? undefined : `"${name}" must be a list of strings`;
};

/** The usage failure names every invalid field. */
export const parseProjectFile = (text: string, path: string): Omit<ProjectFile, 'folder'> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageFailure(`${path} is not valid JSON.`, 'Fix it, or delete it and run `slipway init`.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageFailure(`${path} must contain one JSON object.`);
  }
  const { $schema: _, ...members } = value as Record<string, unknown>;
  const faults = Object.entries(members).flatMap(([name, member]) => faultOf(name, member) ?? []);
  if (faults.length > 0) throw usageFailure(`${path}: ${faults.join('; ')}.`);
  return members as Omit<ProjectFile, 'folder'>;
};

const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Finds the nearest project file owned by this user, within the repository; reports the ones it skips. */
export const findProjectFile = async (
  from: string,
  onForeign: (path: string) => void = () => {},
  uid?: number,
): Promise<ProjectFile | undefined> => {
  for (const folder of await ancestorFolders(from)) {
    const path = join(folder, projectFileName);
    const text = await readIfThere(path);
    if (text === undefined) continue;
    if (!(await isOwnedByAnother(path, uid))) return { folder, ...parseProjectFile(text, path) };
    onForeign(path);
  }
  return undefined;
};

/** Returns its path. */
export const writeProjectFile = async (file: ProjectFile): Promise<string> => {
  const { folder, ...members } = file;
  const path = join(folder, projectFileName);
  await writeFile(path, `${JSON.stringify(members, null, 2)}\n`);
  return path;
};

import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Bundle, FoundVersion, SkippedFile } from '@slipway/build-files/bundle.ts';
import { exitCodes, Failure } from '../errors/failure.ts';

/* Each build tool is one module that finds its own output among the files of a folder. */

/** The output of one tool. */
export interface Build {
  bundles: Bundle[];
  skipped: SkippedFile[];
  /** All versions in its lists. */
  versions: FoundVersion[];
  /** The release notes in its lists. */
  notes: string | undefined;
  /** Files of this tool, hidden from the next tools. */
  claimed: string[];
}

/**
 * Finds a tool's output among files, for one channel if the tool has channels. Fails if the tool's list is unreadable
 * or names a missing file.
 */
export type BuildTool = (files: readonly string[], channel?: string) => Promise<Build>;

export const emptyBuild: Build = { bundles: [], skipped: [], versions: [], notes: undefined, claimed: [] };

/** If two builds contain the same file, the first one wins. */
export const mergeBuilds = (builds: Build[]): Build => {
  const bundles = builds.flatMap((build) => build.bundles);
  return {
    bundles: bundles.filter(({ path }, index) => bundles.findIndex((one) => one.path === path) === index),
    skipped: builds.flatMap((build) => build.skipped),
    versions: builds.flatMap((build) => build.versions),
    notes: builds.map(({ notes }) => notes).find((notes) => notes !== undefined),
    claimed: builds.flatMap((build) => build.claimed),
  };
};

export const siblingFiles = (some: readonly string[], files: readonly string[]): string[] => {
  const folders = new Set(some.map((path) => dirname(path)));
  return files.filter((path) => folders.has(dirname(path)));
};

export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true;

export const buildFailure = (code: string, message: string): Failure =>
  new Failure(message, {
    exit: exitCodes.failed,
    code,
    remedy: 'Nothing was uploaded. Build again, or delete the feed if it is from an older build.',
  });

export const missingFileFailure = (by: string, path: string): Failure =>
  buildFailure('build-incomplete', `${by} lists ${path}, which does not exist.`);

/** Some tools replace spaces with hyphens in their lists. */
export const findWithSpaces = async (path: string): Promise<string | undefined> => {
  const names = await readdir(dirname(path)).catch(() => []);
  const spaced = names.find((name) => name.replaceAll(' ', '-') === basename(path));
  return spaced === undefined ? undefined : join(dirname(path), spaced);
};

import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Bundle, FoundVersion, SkippedFile } from '@slipway/build-files/bundle.ts';
import { exitCodes, Failure } from '../errors/failure.ts';

/* What every build tool's reader has in common. A tool is one file here: it finds its own among the files of a folder. */

/** What one tool left behind. */
export interface Build {
  bundles: Bundle[];
  leftAside: SkippedFile[];
  /** Every version that its lists tell. */
  versions: FoundVersion[];
  /** The release notes that its lists tell, if any. */
  notes: string | undefined;
  /** The files that are this tool's, so that no other takes them. */
  claimed: string[];
}

/**
 * Finds what a tool built among files, for the channel that is published to where that makes a difference; fails where
 * its own list names what is not there or cannot be read.
 */
export type BuildTool = (files: readonly string[], channel?: string) => Promise<Build>;

export const emptyBuild: Build = { bundles: [], leftAside: [], versions: [], notes: undefined, claimed: [] };

/** Several builds as one: of a file that two of them name the first tells. */
export const mergeBuilds = (builds: Build[]): Build => {
  const bundles = builds.flatMap((build) => build.bundles);
  return {
    bundles: bundles.filter(({ path }, index) => bundles.findIndex((one) => one.path === path) === index),
    leftAside: builds.flatMap((build) => build.leftAside),
    versions: builds.flatMap((build) => build.versions),
    notes: builds.map(({ notes }) => notes).find((notes) => notes !== undefined),
    claimed: builds.flatMap((build) => build.claimed),
  };
};

/** The files that lie in the same folders as some of them. */
export const siblingFiles = (some: readonly string[], files: readonly string[]): string[] => {
  const folders = new Set(some.map((path) => dirname(path)));
  return files.filter((path) => folders.has(dirname(path)));
};

export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true;

/** A build that cannot be published as it lies there. */
export const buildFailure = (code: string, message: string): Failure =>
  new Failure(message, {
    exit: exitCodes.failed,
    code,
    remedy: 'Nothing was sent. Build again; or remove the feed, if it is of an older build.',
  });

/** A list that names a file which is not there. */
export const missingFileFailure = (by: string, path: string): Failure =>
  buildFailure('build-incomplete', `${by} names ${path}, which is not there.`);

/** The file whose name differs by its spaces alone: some tools write hyphens for them into their lists. */
export const findWithSpaces = async (path: string): Promise<string | undefined> => {
  const names = await readdir(dirname(path)).catch(() => []);
  const spaced = names.find((name) => name.replaceAll(' ', '-') === basename(path));
  return spaced === undefined ? undefined : join(dirname(path), spaced);
};

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageFailure } from '../../errors/failure.ts';
import { findChangelogSection } from '../../formats/changelog.ts';

/* The release notes that options name: text, a file, or one version's section of a changelog. */

/** The text of an option, or that of the file which is named after an @. */
export const readTextOption = async (
  flag: string,
  text: string | undefined,
  cwd: string,
): Promise<string | undefined> => {
  if (!text?.startsWith('@')) return text;
  const path = resolve(cwd, text.slice(1));
  return await readFile(path, 'utf8').catch(() => {
    throw usageFailure(`${flag} ${text}: there is no ${path}.`, 'Name a text file after the @.');
  });
};

/** Where to read the notes of a release. */
export interface NotesSource {
  notes?: string | undefined;
  /** The path of a changelog. */
  changelog?: string | undefined;
}

const readSection = async (path: string, version: string, cwd: string): Promise<string> => {
  const text = await readFile(resolve(cwd, path), 'utf8').catch(() => {
    throw usageFailure(`--changelog ${path}: there is no such file.`, 'Check the path.');
  });
  const section = findChangelogSection(text, version);
  if (section !== undefined && section !== '') return section;
  throw usageFailure(
    `${path} ${section === undefined ? `has no section for ${version}` : `says nothing about ${version}`}.`,
    `Write the notes below a heading "## ${version}", or pass --notes instead of --changelog.`,
  );
};

/** The notes of a version; undefined where no option names any. */
export const readNotes = async (
  { notes, changelog }: NotesSource,
  version: string,
  cwd: string,
): Promise<string | undefined> => {
  if (changelog === undefined) return await readTextOption('--notes', notes, cwd);
  if (notes !== undefined)
    throw usageFailure('--notes and --changelog both name the release notes.', 'Pass one of them.');
  return await readSection(changelog, version, cwd);
};

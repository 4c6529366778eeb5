import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageFailure } from '../../errors/failure.ts';
import { findChangelogSection } from '../../formats/changelog.ts';

/* Release notes from options: text, a file, or one version's section of a changelog. */

/** `@path` reads the text from a file. */
export const readTextOption = async (
  flag: string,
  text: string | undefined,
  cwd: string,
): Promise<string | undefined> => {
  if (!text?.startsWith('@')) return text;
  const path = resolve(cwd, text.slice(1));
  return await readFile(path, 'utf8').catch(() => {
    throw usageFailure(`${flag} ${text}: ${path} does not exist.`, 'Pass a text file after the @.');
  });
};

export interface NotesSource {
  notes?: string | undefined;
  changelog?: string | undefined;
}

const readSection = async (path: string, version: string, cwd: string): Promise<string> => {
  const text = await readFile(resolve(cwd, path), 'utf8').catch(() => {
    throw usageFailure(`--changelog ${path}: file not found.`, 'Check the path.');
  });
  const section = findChangelogSection(text, version);
  if (section !== undefined && section !== '') return section;
  throw usageFailure(
    `${path} ${section === undefined ? `has no section for ${version}` : `has an empty section for ${version}`}.`,
    `Add notes under the heading "## ${version}", or pass --notes instead.`,
  );
};

/** Undefined if no option is given. */
export const readNotes = async (
  { notes, changelog }: NotesSource,
  version: string,
  cwd: string,
): Promise<string | undefined> => {
  if (changelog === undefined) return await readTextOption('--notes', notes, cwd);
  if (notes !== undefined)
    throw usageFailure('--notes and --changelog can’t be combined.', 'Pass one of them.');
  return await readSection(changelog, version, cwd);
};

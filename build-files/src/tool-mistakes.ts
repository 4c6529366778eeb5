import { fileNameFromUrl, toSafeFileName } from './file-name.ts';
import { allowableMistake, type Mistake } from './mistake.ts';
import { parseNupkgName } from './nupkg-name.ts';
import { baseName } from './path.ts';
import type { PlanItem } from './plan-item.ts';

/* Mistakes that depend on the build tool, which the server does not know. */

/** Squirrel.Windows reads SemVer 1 versions from file names; one that it cannot parse breaks the whole list. */
const semVer1 = /^\d+(?:\.\d+){1,3}(?:-[A-Za-z][0-9A-Za-z-]*)?$/;

const nameMistakes = ({ path, bundle }: PlanItem): Mistake[] => {
  const version = parseNupkgName(baseName(path))?.version;
  if (bundle.origin !== 'forge' || version === undefined || semVer1.test(version)) return [];
  const detail = `Squirrel.Windows can’t read the version in ${path}, and would find no update at all. It accepts no dots in a pre-release and nothing after a plus. Build it as ${version.replace(/\+.*$/, '').replace(/(?<=-.*)\./g, '')}.`;
  return [allowableMistake('file-name-unfit', detail)];
};

/** Compares the sanitized names, as the server does. */
const isBeside = (address: string, fileName: string | null | undefined): boolean =>
  !address.includes('/') && toSafeFileName(fileNameFromUrl(address)) === fileName;

const zsyncMistakes = ({ path, facts, bundle }: PlanItem): Mistake[] =>
  (bundle.companions ?? []).flatMap(({ fullFileUrl, path: zsync }) => {
    if (fullFileUrl === undefined || isBeside(fullFileUrl, facts.fileName)) return [];
    const problem = fullFileUrl.includes('/')
      ? `${zsync} tells clients to download ${fullFileUrl}, not the published file.`
      : `${zsync} looks for ${fullFileUrl} next to it, but ${path} is published as ${facts.fileName}.`;
    return [allowableMistake('zsync-address', `${problem} Create it with zsyncmake -u ${facts.fileName}.`)];
  });

/** A published release cannot be fixed: with a wrong block map every update downloads the whole file. */
const companionMistakes = ({ bundle }: PlanItem): Mistake[] =>
  (bundle.companions ?? []).flatMap(({ path, error }) =>
    error === undefined
      ? []
      : [allowableMistake('build-stale', `${path} doesn’t belong to its file: ${error}. Build again.`)],
  );

/** Mistakes that affect only clients of the tool that built the file. */
export const toolMistakes = (item: PlanItem): Mistake[] => [
  ...nameMistakes(item),
  ...zsyncMistakes(item),
  ...companionMistakes(item),
];

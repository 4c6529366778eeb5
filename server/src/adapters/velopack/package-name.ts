import { bounds } from '../../domain/model/bounds.ts';
import { plainVersion, versionSpellings } from '../../domain/model/version.ts';

/*
 * The names of packages: `{id}-{version}-full.nupkg`, with Velopack's own channel behind the version where it is not the
 * usual one, as `-linux-x64-full.nupkg`. Where a version ends in a name nothing tells: an id may hold hyphens, a
 * pre-release and a channel look alike.
 */

const shape = /^(?<stem>.+)-(?<kind>full|delta)\.nupkg$/;
const numbers = /^\d+\.\d+\.\d+/;

export interface PackageName {
  id: string;
  kind: 'full' | 'delta';
}

/** What a name tells of a package of this version; undefined where it does not hold the version. */
export const parsePackageName = (fileName: string, version: string): PackageName | undefined => {
  const { stem = '', kind } = shape.exec(fileName)?.groups ?? {};
  const at = `${stem}-`.lastIndexOf(`-${plainVersion(version)}-`);
  return at < 1 ? undefined : { id: stem.slice(0, at), kind: kind === 'delta' ? 'delta' : 'full' };
};

/** The versions that a name may hold, in every spelling, the likeliest first; none where it is no package's. */
export const versionsInFileName = (fileName: string): string[] => {
  const { stem = '' } = (fileName.length <= bounds.fileNameLength && shape.exec(fileName)?.groups) || {};
  const words = stem.split('-');
  const start = words.findIndex((word, index) => index > 0 && numbers.test(word));
  if (start === -1) return [];
  const plain = words.slice(start).map((_, index) => words.slice(start, start + index + 1).join('-'));
  const spelled = plain.map(versionSpellings);
  return [0, 1, 2]
    .flatMap((spelling) => spelled.flatMap((all) => all[spelling] ?? []))
    .slice(0, bounds.versionsOfName);
};

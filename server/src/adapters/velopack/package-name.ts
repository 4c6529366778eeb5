import { plainVersion, versionSpellings } from '@slipway/core/version.ts';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * Package names: `{id}-{version}-full.nupkg`, with a non-default Velopack channel after the version, as in
 * `-linux-x64-full.nupkg`. Such names are ambiguous: an ID may contain hyphens, and a pre-release looks like a channel.
 */

const shape = /^(?<stem>.+)-(?<kind>full|delta)\.nupkg$/;
const numbers = /^\d+\.\d+\.\d+/;

export interface PackageName {
  id: string;
  kind: 'full' | 'delta';
}

/** Undefined if the name does not contain the version. */
export const parsePackageName = (fileName: string, version: string): PackageName | undefined => {
  const { stem = '', kind } = shape.exec(fileName)?.groups ?? {};
  const at = `${stem}-`.lastIndexOf(`-${plainVersion(version)}-`);
  return at < 1 ? undefined : { id: stem.slice(0, at), kind: kind === 'delta' ? 'delta' : 'full' };
};

/** All candidate versions in a name, likeliest first; empty if it is not a package name. */
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

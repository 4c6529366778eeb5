import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { UnreadableFeedError } from './unreadable-feed-error.ts';

/*
 * Velopack writes two lists to `Releases/`: `releases.{name}.json` with every package, which clients read, and
 * `assets.{name}.json` with all output of the last `vpk pack`, including installers and portables.
 */

export interface VelopackPackage {
  id: string;
  version: string;
  kind: 'full' | 'delta';
  fileName: string;
  /** Lowercase hex. */
  sha1: string | undefined;
  sha256: string | undefined;
  sizeBytes: number | undefined;
  notes: string | undefined;
}

export type VelopackKind = 'full' | 'delta' | 'portable' | 'installer' | 'msi';

export interface VelopackAsset {
  kind: VelopackKind;
  fileName: string;
}

const listName = /^(releases|assets)\.([A-Za-z0-9._-]+)\.json$/;

/** The `{name}` in the list's file name contains system, architecture, and channel. */
export const parseVelopackListName = (
  fileName: string,
): { list: 'releases' | 'assets'; name: string } | undefined => {
  const [, list, name] = listName.exec(fileName) ?? [];
  return name === undefined ? undefined : { list: list === 'assets' ? 'assets' : 'releases', name };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new UnreadableFeedError('it is not JSON');
  }
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const hexOf = (value: unknown, length: number): string | undefined =>
  typeof value === 'string' && new RegExp(`^[0-9A-Fa-f]{${length}}$`).test(value)
    ? value.toLowerCase()
    : undefined;

/** By name, or by the number that early versions of the tool wrote. */
const kinds = new Map<unknown, VelopackKind>([
  ['Full', 'full'],
  ['Delta', 'delta'],
  ['Portable', 'portable'],
  ['Installer', 'installer'],
  ['Msi', 'msi'],
  [1, 'full'],
  [2, 'delta'],
  [3, 'portable'],
  [4, 'installer'],
  [5, 'msi'],
]);

const parsePackage = (value: unknown): VelopackPackage[] => {
  const one = (value ?? {}) as Record<string, unknown>;
  const kind = kinds.get(one.Type);
  const [id, version, name] = [textOf(one.PackageId), textOf(one.Version), textOf(one.FileName)];
  if (version === undefined || name === undefined)
    throw new UnreadableFeedError('one of its Assets has no Version or no FileName');
  if (kind !== 'full' && kind !== 'delta') return [];
  return [
    {
      id: id ?? '',
      version,
      kind,
      fileName: fileNameFromUrl(name),
      sha1: hexOf(one.SHA1, 40),
      sha256: hexOf(one.SHA256, 64),
      sizeBytes: typeof one.Size === 'number' ? one.Size : undefined,
      notes: textOf(one.NotesMarkdown) ?? textOf(one.NotesMarkDown),
    },
  ];
};

/** Keeps the file's order; throws UnreadableFeedError. */
export const parseVelopackReleases = (text: string): VelopackPackage[] => {
  const { Assets: assets } = (parseJson(text) ?? {}) as { Assets?: unknown };
  if (!Array.isArray(assets)) throw new UnreadableFeedError('it has no list of Assets');
  return assets.flatMap(parsePackage);
};

const parseAsset = (value: unknown): VelopackAsset[] => {
  const one = (value ?? {}) as Record<string, unknown>;
  const [kind, name] = [kinds.get(one.Type), textOf(one.RelativeFileName)];
  return kind === undefined || name === undefined ? [] : [{ kind, fileName: fileNameFromUrl(name) }];
};

/** Throws UnreadableFeedError. */
export const parseVelopackAssets = (text: string): VelopackAsset[] => {
  const assets = parseJson(text);
  if (!Array.isArray(assets)) throw new UnreadableFeedError('it is not a list of assets');
  return assets.flatMap(parseAsset);
};

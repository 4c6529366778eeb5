import type { Bundle, Companion, FoundVersion, SkippedFile } from '@slipway/build-files/bundle.ts';
import { targetOf } from '@slipway/build-files/bundle.ts';
import { bundleFromPath } from '@slipway/build-files/bundle-from-path.ts';
import { preferredChoices, type TargetChoice } from '@slipway/build-files/duplicates.ts';
import { bundleFromFeedEntry, isFeedName, parseFeedLines } from '@slipway/build-files/electron.ts';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';
import { baseName, siblingPath } from '@slipway/build-files/path.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { isManualInstaller } from '@slipway/build-files/skipped-files.ts';
import { readTauriBundle } from '@slipway/build-files/tauri.ts';
import { splitStale, versionInNames } from '@slipway/build-files/version.ts';
import { skipReasons } from './messages.ts';

/*
 * Detects dropped files by the CLI's rules: signatures, targets, and files to skip. Pure: the caller passes the text of
 * small files, and the contents of a private key go no further.
 */

export interface CandidateFile {
  path: string;
  sizeBytes: number;
  /** The contents of a small file. */
  text: string | undefined;
  isPrivateKey: boolean;
}

export interface DetectedFiles {
  items: PlanItem[];
  skipped: SkippedFile[];
  /** Private keys among the files. */
  privateKeys: string[];
  version: FoundVersion | undefined;
}

/** The API limit. Each item is a row that re-renders when any row changes. */
const maxItems = 200;

const noise = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i;
const besides = /\.(?:sig|minisig|blockmap|zsync)$/;
/** Signature files of Tauri and minisign. */
const signatureEndings = ['.sig', '.minisig'];

interface DetectedBuild {
  bundles: Bundle[];
  skipped: SkippedFile[];
  versions: FoundVersion[];
  claimed: Set<string>;
}

const folderOf = (path: string): string => siblingPath(path, '');

/** Finds the file; electron-builder's feed has hyphens in place of spaces. */
const locate = (path: string, paths: readonly string[]): string | undefined =>
  paths.find((one) => one === path) ??
  paths.find((one) => one.replaceAll(' ', '-') === path && folderOf(one) === folderOf(path));

const readFeed = ({ path, text = '' }: CandidateFile, paths: readonly string[]): DetectedBuild => {
  const { version, files } = parseFeedLines(text);
  const found: DetectedBuild = { bundles: [], skipped: [], versions: [], claimed: new Set([path]) };
  if (version === undefined || files.length === 0) return { ...found, claimed: new Set() };
  found.versions.push({ version, from: path });
  for (const entry of files.map((file) => bundleFromFeedEntry(path, file))) {
    const at = locate(entry.path, paths);
    if ('reason' in entry) found.skipped.push(entry);
    else if (at === undefined)
      found.skipped.push({
        path: entry.path,
        reason: skipReasons.notDropped(baseName(path)),
      });
    else found.bundles.push({ ...entry, path: at });
  }
  // The feed's build tool made everything in its folder.
  for (const one of paths) if (folderOf(one) === folderOf(path)) found.claimed.add(one);
  return found;
};

const readFeeds = (candidates: readonly CandidateFile[], paths: readonly string[]): DetectedBuild => {
  const feeds = candidates
    .filter(({ path }) => isFeedName(baseName(path)))
    .map((one) => readFeed(one, paths));
  return {
    bundles: feeds.flatMap(({ bundles }) => bundles),
    skipped: feeds.flatMap(({ skipped }) => skipped),
    versions: feeds.flatMap(({ versions }) => versions),
    claimed: new Set(feeds.flatMap(({ claimed }) => [...claimed])),
  };
};

const withCompanions = (bundle: Bundle, paths: readonly string[]): Bundle => {
  const name = baseName(bundle.path);
  const has = (ending: string): boolean => paths.includes(bundle.path + ending);
  const companions: Companion[] = [];
  if (bundle.origin === 'electron' && has('.blockmap'))
    companions.push({ suffix: 'blockmap', path: `${bundle.path}.blockmap` });
  if (bundle.format !== '.AppImage' || !has('.zsync')) return { ...bundle, companions };
  const facts = { fileName: toSafeFileName(`${name}.zsync`) };
  companions.push({ suffix: 'zsync', path: `${bundle.path}.zsync`, facts });
  return { ...bundle, companions, facts: { fileName: toSafeFileName(name), ...bundle.facts } };
};

/** A file dropped on its own counts even if unknown; in a folder, unknown files are skipped. */
const unknownOf = (rest: readonly CandidateFile[]): { loose: Bundle[]; leftAside: SkippedFile[] } => {
  const others = rest.filter(({ path }) => !besides.test(path) && !noise.test(baseName(path)));
  const isLoose = ({ path }: CandidateFile): boolean => !path.includes('/');
  return {
    loose: others.filter(isLoose).map(({ path }) => bundleFromPath(path)),
    leftAside: others
      .filter((one) => !isLoose(one))
      .map(({ path }) => ({
        path,
        reason: isManualInstaller(path) ? skipReasons.installer : skipReasons.unknown,
      })),
  };
};

const choicesOf = (bundles: readonly Bundle[]): TargetChoice[] =>
  bundles.flatMap((bundle) =>
    bundle.arches.length === 0
      ? [{ target: '', bundle }]
      : bundle.arches.map((arch) => ({ target: targetOf(bundle, arch), bundle })),
  );

/** Keeps every preferred file of a target; if several remain, the user decides. */
const settle = (
  choices: TargetChoice[],
  signed: ReadonlySet<string>,
  asides: SkippedFile[],
): TargetChoice[] =>
  [...Map.groupBy(choices, ({ target }) => target)].flatMap(([target, rivals]) => {
    if (target === '') return rivals;
    const preferred = preferredChoices(rivals, signed);
    const losers = rivals.filter((one) => !preferred.includes(one));
    const [winner] = preferred;
    asides.push(
      ...losers.map(({ bundle }) => ({
        path: bundle.path,
        reason: skipReasons.preferred(target, baseName(winner?.bundle.path ?? '')),
      })),
    );
    return preferred;
  });

const findSignature = (path: string, byPath: ReadonlyMap<string, CandidateFile>): string | undefined =>
  signatureEndings.map((ending) => path + ending).find((one) => byPath.has(one));

const itemOf = ({ target, bundle }: TargetChoice, byPath: ReadonlyMap<string, CandidateFile>): PlanItem => {
  const from = findSignature(bundle.path, byPath);
  const text = from === undefined ? undefined : byPath.get(from)?.text;
  return {
    target,
    path: bundle.path,
    format: bundle.format,
    sizeBytes: byPath.get(bundle.path)?.sizeBytes ?? 0,
    signature: text?.trim(),
    signaturePath: from,
    bundle,
    facts: bundle.facts ?? {},
  };
};

const companionsOf = (item: PlanItem, byPath: ReadonlyMap<string, CandidateFile>): PlanItem[] =>
  (item.bundle.companions ?? []).map(({ suffix, ...companion }) => {
    const bundle = { ...bundleFromPath(companion.path), ...companion };
    return { ...itemOf({ target: `${item.target}.${suffix}`, bundle }, byPath), companionOf: item.target };
  });

/** Detects files, for a given version if there is one. */
export const detectFiles = (dropped: readonly CandidateFile[], expectedVersion?: string): DetectedFiles => {
  const privateKeys = dropped.filter(({ isPrivateKey }) => isPrivateKey).map(({ path }) => path);
  const candidates = dropped.filter(({ path }) => !privateKeys.includes(path));
  const paths = candidates.map(({ path }) => path);
  const byPath = new Map(candidates.map((one) => [one.path, one]));
  const feeds = readFeeds(candidates, paths);
  const rest = candidates.filter(({ path }) => !feeds.claimed.has(path));
  const tauri = rest.flatMap(({ path }) => readTauriBundle(path) ?? []);
  const unknown = unknownOf(rest.filter(({ path }) => !tauri.some((one) => one.path === path)));
  const detected = [...feeds.bundles, ...tauri].map((bundle) => withCompanions(bundle, paths));
  const version = feeds.versions[0] ?? versionInNames(detected);
  const { current, stale } = splitStale(detected, expectedVersion ?? version?.version ?? '');
  const leftAside = [
    ...feeds.skipped,
    ...unknown.leftAside,
    ...stale.map(({ path, version: old }) => ({ path, reason: skipReasons.otherVersion(old) })),
  ];
  const signed = new Set(paths.filter((path) => findSignature(path, byPath) !== undefined));
  const mains = settle(choicesOf([...current, ...unknown.loose]), signed, leftAside).map((choice) =>
    itemOf(choice, byPath),
  );
  const all = mains.flatMap((item) => [item, ...companionsOf(item, byPath)]);
  const more = all.slice(maxItems).map(({ path }) => ({ path, reason: skipReasons.tooMany(maxItems) }));
  return { items: all.slice(0, maxItems), skipped: [...leftAside, ...more], privateKeys, version };
};

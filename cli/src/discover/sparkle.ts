import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  archesInName,
  type Bundle,
  type Companion,
  type Facts,
  type SkippedFile,
} from '@slipway/build-files/bundle.ts';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';
import { formatOf } from '@slipway/build-files/format.ts';
import { parseArch } from '@slipway/core/platform.ts';
import { type AppcastDelta, type AppcastFile, type AppcastItem, parseAppcast } from '../formats/appcast.ts';
import { compareFeedVersions } from '../formats/feed-version-order.ts';
import { UnreadableFeedError } from '../formats/unreadable-feed-error.ts';
import {
  type Build,
  type BuildTool,
  buildFailure,
  emptyBuild,
  isFile,
  mergeBuilds,
  missingFileFailure,
} from './build.ts';

/*
 * Sparkle's generate_appcast writes `appcast.xml` with one item per version, next to the archives and deltas it names.
 * The newest item is the release. WinSparkle uses the same format.
 */

const appcastName = /appcast[^\\/]*\.xml$/i;

const readItems = async (path: string): Promise<AppcastItem[]> =>
  await parseAppcast(await readFile(path, 'utf8')).catch((error: unknown) => {
    if (!(error instanceof UnreadableFeedError)) throw error;
    throw buildFailure('feed-unreadable', `${path} is not a valid appcast: ${error.message}.`);
  });

/** Items on a Sparkle channel are only for users who chose it. */
const newestOf = (items: AppcastItem[]): AppcastItem | undefined => {
  const open = items.filter(({ channel }) => channel === undefined);
  return (open.length > 0 ? open : items).sort((a, b) => compareFeedVersions(a.build, b.build)).at(-1);
};

/** A Sparkle file is for every Mac unless its name says otherwise; WinSparkle declares the platform. */
const placeOf = ({ os = 'macos', fileName }: AppcastFile): Pick<Bundle, 'os' | 'arches'> => {
  if (!os.startsWith('windows')) {
    const arches = archesInName(fileName);
    return { os: 'darwin', arches: arches.length === 1 ? arches : ['universal'] };
  }
  const arch = parseArch(os.slice('windows-'.length));
  return { os: 'windows', arches: arch === undefined ? archesInName(fileName) : [arch] };
};

const systemNumber = /^\d{1,9}(?:\.\d{1,9}){0,2}$/;
const buildShape = /^[A-Za-z0-9.+-]{1,64}$/;
const argumentShape = /^[\x20-\x7e]{1,500}$/;

const factsOf = ({ build, minimumSystem = '' }: AppcastItem, file: AppcastFile): Facts => {
  const { fileName, installerArguments = '' } = file;
  return {
    fileName: toSafeFileName(fileName),
    ...(buildShape.test(build) ? { build } : {}),
    ...(systemNumber.test(minimumSystem) ? { minimumSystem } : {}),
    ...(argumentShape.test(installerArguments) ? { installerArguments } : {}),
  };
};

const announcedOf = (appcast: string, { sizeBytes }: AppcastFile) => ({
  declaredIn: appcast,
  bytes: sizeBytes,
});

const deltaOf = (appcast: string, delta: AppcastDelta): Companion => ({
  suffix: `delta-${delta.from.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`,
  path: join(dirname(appcast), delta.fileName),
  facts: { fileName: toSafeFileName(delta.fileName), deltaFrom: delta.from },
  signature: delta.signature,
  declared: announcedOf(appcast, delta),
});

const bundleOf = (appcast: string, item: AppcastItem, file: AppcastFile): Bundle => {
  const place = placeOf(file);
  const format = formatOf(file.fileName);
  return {
    path: join(dirname(appcast), file.fileName),
    format,
    ...place,
    kind: format.slice(1).toLowerCase(),
    primary: true,
    version: undefined,
    origin: 'sparkle',
    declared: announcedOf(appcast, file),
    facts: factsOf(item, file),
    signature: file.signature,
    ...(place.os === 'darwin' ? { companions: item.deltas.map((delta) => deltaOf(appcast, delta)) } : {}),
  };
};

/** A missing delta is not an error: clients download the whole file instead. */
const withoutGone = async (bundle: Bundle, skipped: SkippedFile[]): Promise<Bundle> => {
  const { path, declared, companions = [] } = bundle;
  if (!(await isFile(path))) throw missingFileFailure(declared?.declaredIn ?? '', path);
  const there = await Promise.all(companions.map((one) => isFile(one.path)));
  const gone = companions.filter((_, index) => !there[index]);
  skipped.push(
    ...gone.map((one) => ({ path: one.path, reason: 'the appcast lists it, but it does not exist' })),
  );
  return { ...bundle, companions: companions.filter((_, index) => there[index]) };
};

const readAppcast = async (path: string): Promise<Build> => {
  const items = await readItems(path);
  const newest = newestOf(items);
  const named = items.flatMap(({ files }) => files).map(({ fileName }) => join(dirname(path), fileName));
  const claimed = [path, ...named];
  if (newest === undefined) return { ...emptyBuild, claimed };
  const skipped: SkippedFile[] = [];
  const bundles = await Promise.all(
    newest.files.map((file) => withoutGone(bundleOf(path, newest, file), skipped)),
  );
  const { version, notes } = newest;
  return { bundles, skipped, versions: [{ version, from: path }], notes, claimed };
};

/** An appcast that the user named may have any file name. */
export const sparkle: BuildTool = async (files) => {
  const isAppcast = (path: string) =>
    appcastName.test(basename(path)) || (files.length === 1 && path.endsWith('.xml'));
  return mergeBuilds(await Promise.all(files.filter(isAppcast).map(readAppcast)));
};

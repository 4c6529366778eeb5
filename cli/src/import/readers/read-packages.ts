import type { Facts } from '@slipway/build-files/bundle.ts';
import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { isPlatformWord } from '@slipway/core/platform.ts';
import { compareVersionTexts } from '@slipway/core/version.ts';
import { parseReleases } from '../../formats/releases.ts';
import { UnreadableFeedError } from '../../formats/unreadable-feed-error.ts';
import { parseVelopackListName, parseVelopackReleases } from '../../formats/velopack.ts';
import { groupBy } from '../../group-by.ts';
import { factOf, fileNameFact } from './facts.ts';
import type {
  ExcludedFile,
  FeedArtifact,
  FeedFile,
  FeedKind,
  FeedRelease,
  Hashes,
  ParsedFeed,
} from './feed.ts';
import { type PlatformHint, platformFromHint } from './platform-hint.ts';

/* Squirrel's RELEASES and Velopack's releases.*.json list full packages and deltas, with their hashes. */

interface Package extends FeedFile {
  version: string;
  kind: 'full' | 'delta';
  notes: string | undefined;
  stagedPercent?: number | undefined;
}

interface PackageList {
  kind: FeedKind;
  packages: Package[];
  hint: PlatformHint;
  channel: string | undefined;
}

const format = '.nupkg';
const maxPackages = 10_000;

const factsOf = ({ fileName, hashes }: Package): Facts => ({
  ...fileNameFact(fileName, format),
  ...(hashes.sha1 === undefined ? {} : { sha1: hashes.sha1 }),
});

const fileOf = (full: Package, delta: Package | undefined, { from, hint }: DeltaContext): FeedArtifact => ({
  ...full,
  ...platformFromHint({ ...hint, text: `${hint.text}/${full.fileName}` }),
  format,
  facts: factsOf(full),
  companions:
    delta === undefined
      ? []
      : [
          {
            ...delta,
            suffix: 'delta',
            facts: { ...factsOf(delta), ...factOf('deltaFrom', from) },
            isOptional: false,
          },
        ],
});

interface DeltaContext {
  /** The previous version in the list, which the delta starts from. */
  from: string | undefined;
  hint: PlatformHint;
}

const toFeed = ({ kind, packages, hint, channel }: PackageList): ParsedFeed => {
  if (packages.length > maxPackages)
    throw new UnreadableFeedError(`it lists more than ${maxPackages} packages`);
  const byVersion = groupBy(packages, ({ version }) => version);
  const versions = [...byVersion.keys()].sort(compareVersionTexts);
  const releases: FeedRelease[] = [];
  const excluded: ExcludedFile[] = [];
  versions.forEach((version, index) => {
    const own = byVersion.get(version) ?? [];
    const [full, delta] = ['full', 'delta'].map((one) => own.find((item) => item.kind === one));
    if (full === undefined) {
      const reason = 'it is a delta, and the feed has no full package of that version';
      excluded.push(...own.map(({ fileName }) => ({ version, file: fileName, reason })));
      return;
    }
    const files = [fileOf(full, delta, { from: versions[index - 1], hint })];
    const { notes, stagedPercent } = full;
    releases.push({ channel, version, pubDate: undefined, notes, stagedPercent, files });
  });
  return { kind, releases, excluded };
};

const unsigned = { signature: undefined };

/** Only the path may contain the architecture. Throws UnreadableFeedError. */
export const readReleasesFile = (text: string, words: string): ParsedFeed => {
  const packages = parseReleases(text).map((entry): Package => {
    const { location, fileName, sizeBytes, sha1, version, kind, stagedPercent } = entry;
    const named = { location, fileName, sizeBytes, hashes: { sha1 }, ...unsigned };
    return { ...named, version, kind, notes: undefined, stagedPercent };
  });
  return toFeed({ kind: 'squirrel', packages, hint: { os: 'windows', text: words }, channel: undefined });
};

/** `linux-x64-beta` has the channel beta; `win` has none. */
const channelIn = (name: string): string | undefined => {
  const words = name.split('-').filter((word) => !isPlatformWord(word));
  return words.length === 0 ? undefined : words.join('-');
};

/** Throws UnreadableFeedError. */
export const readVelopack = (fileName: string, text: string, words: string): ParsedFeed => {
  const name = parseVelopackListName(fileName)?.name ?? '';
  const packages = parseVelopackReleases(text).map((one): Package => {
    const { sha1, sha256, sizeBytes, version, kind, notes } = one;
    const hashes: Hashes = {
      ...(sha1 === undefined ? {} : { sha1 }),
      ...(sha256 === undefined ? {} : { sha256 }),
    };
    const own = fileNameFromUrl(one.fileName);
    // Velopack uses bare file names, which are relative to the feed.
    const location = encodeURIComponent(own);
    return { location, fileName: own, sizeBytes, hashes, ...unsigned, version, kind, notes };
  });
  const hint = { os: undefined, text: `${name}/${words}` };
  return toFeed({ kind: 'velopack', packages, hint, channel: channelIn(name) });
};

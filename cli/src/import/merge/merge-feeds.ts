import { Version } from '@slipway/api';
import { compareVersionTexts } from '@slipway/core/version.ts';
import type { ExcludedFile, FeedArtifact, FeedRelease, Hashes, ParsedFeed } from '../readers/feed.ts';

/* Merges all feeds into one list, oldest first, because the newest release must be published last. */

export interface ImportFile extends FeedArtifact {
  /** The feed that names the file; relative locations start there. */
  feedLocation: string;
}

export interface ImportRelease {
  channel: string;
  version: string;
  pubDate: string | undefined;
  notes: string | undefined;
  files: ImportFile[];
}

export interface MergedFeeds {
  releases: ImportRelease[];
  excluded: ExcludedFile[];
}

const maxNotesBytes = 64 * 1024;

/** Truncates notes to the server's limit, which loses less than skipping the release. */
const shortNotes = (notes: string | undefined): string | undefined => {
  if (notes === undefined || Buffer.byteLength(notes) <= maxNotesBytes) return notes;
  const cut = Buffer.from(notes)
    .subarray(0, maxNotesBytes - 8)
    .toString('utf8');
  return `${cut.replace(/\ufffd+$/, '')}\n…`;
};

const contradicts = (a: Hashes, b: Hashes): boolean =>
  (['sha256', 'sha512', 'sha1'] as const).some(
    (name) => a[name] !== undefined && b[name] !== undefined && a[name] !== b[name],
  );

/** Merges the details if two feeds name the same file. */
const combine = (a: ImportFile, b: ImportFile): ImportFile => {
  const proves = (file: ImportFile) => Object.keys(file.hashes).length > 0;
  const [first, second] = proves(a) || !proves(b) ? [a, b] : [b, a];
  const suffixes = new Set(first.companions.map(({ suffix }) => suffix));
  return {
    ...first,
    hashes: { ...second.hashes, ...first.hashes },
    sizeBytes: first.sizeBytes ?? second.sizeBytes,
    signature: first.signature ?? second.signature,
    facts: { ...second.facts, ...first.facts },
    companions: [...first.companions, ...second.companions.filter(({ suffix }) => !suffixes.has(suffix))],
  };
};

/** A package next to an installer for the same platform gets its own target. */
const packageTarget = (target: string): string => target.replace('-', '-nupkg-');
const isPackage = ({ format }: FeedArtifact): boolean => format === '.nupkg';

const place = (files: Map<string, ImportFile>, target: string, file: ImportFile): string | undefined => {
  const other = files.get(target);
  if (other === undefined) {
    files.set(target, { ...file, targets: [target] });
    return undefined;
  }
  if (isPackage(file) && !isPackage(other)) return place(files, packageTarget(target), file);
  if (isPackage(other) && !isPackage(file)) {
    files.set(target, { ...file, targets: [target] });
    return place(files, packageTarget(target), other);
  }
  if (other.fileName !== file.fileName) return `${target} is ${other.fileName}`;
  if (contradicts(other.hashes, file.hashes)) return 'two feeds have different hashes for it';
  files.set(target, { ...combine(other, file), targets: [target] });
  return undefined;
};

const isVersion = (text: string): boolean =>
  text.length <= 128 && new RegExp((Version as unknown as { pattern: string }).pattern).test(text);

/** A leading v is not part of a version. */
export const releaseKey = (channel: string, version: string): string =>
  `${channel} ${version.replace(/^v(?=\d)/i, '')}`;

interface MergedRelease extends Omit<ImportRelease, 'files'> {
  files: Map<string, ImportFile>;
}

const findUnfit = ({ version, stagedPercent = 100 }: FeedRelease): string | undefined => {
  if (!isVersion(version)) return 'the server does not accept this version format';
  if (stagedPercent >= 100) return undefined;
  return `it is staged for ${stagedPercent}% of clients and would be offered to everyone`;
};

const fileNames = ({ files }: FeedRelease): string => files.map(({ fileName }) => fileName).join(', ');

const createReleaseMerger = () => {
  const merged = new Map<string, MergedRelease>();
  const unfit = new Set<string>();
  const excluded: ExcludedFile[] = [];
  const open = (channel: string, { version, pubDate, notes: long }: FeedRelease): MergedRelease => {
    const key = releaseKey(channel, version);
    const notes = shortNotes(long);
    const release = merged.get(key) ?? { channel, version, pubDate, notes, files: new Map() };
    merged.set(key, release);
    release.pubDate ??= pubDate;
    release.notes ??= notes;
    return release;
  };
  return {
    excluded,
    add(channel: string, release: FeedRelease, feedLocation: string): void {
      const { version } = release;
      const reason = findUnfit(release);
      if (reason !== undefined) {
        unfit.add(releaseKey(channel, version));
        excluded.push({ version, file: fileNames(release), reason });
        return;
      }
      const { files } = open(channel, release);
      for (const file of release.files)
        for (const target of file.targets) {
          const why = place(files, target, { ...file, feedLocation });
          if (why !== undefined) excluded.push({ version, file: file.fileName, reason: why });
        }
    },
    /** Oldest first. A release that is unfit for one system is skipped for all, since it cannot be extended later. */
    finish(): ImportRelease[] {
      const complete = [...merged].filter(([key]) => !unfit.has(key));
      const releases = complete.map(([, one]) => ({ ...one, files: [...one.files.values()] }));
      return releases.sort(byAge);
    },
  };
};

const byAge = (a: ImportRelease, b: ImportRelease): number =>
  compareVersionTexts(a.version, b.version) || (a.channel < b.channel ? -1 : 1);

/** Maps a feed's `latest` to `usual`, or every channel to `all`. */
export const mergeFeeds = (
  feeds: { at: string; feed: ParsedFeed }[],
  channels: { usual: string; all: string | undefined },
): MergedFeeds => {
  const merger = createReleaseMerger();
  for (const { at, feed } of feeds) {
    merger.excluded.push(...feed.excluded);
    for (const release of feed.releases)
      merger.add(channels.all ?? release.channel ?? channels.usual, release, at);
  }
  return { releases: merger.finish(), excluded: merger.excluded };
};

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archesInName, targetOf } from '@slipway/build-files/bundle.ts';
import { bundleFromFeedEntry } from '@slipway/build-files/electron.ts';
import { readTauriBundle } from '@slipway/build-files/tauri.ts';
import { compareVersionTexts } from '@slipway/core/version.ts';
import { blockMapCompanion, zsyncCompanion } from '../merge/companions.ts';
import type { FeedText, Source } from '../sources/source.ts';
import { fileNameFact } from './facts.ts';
import type { FeedArtifact, FeedRelease, ParsedFeed } from './feed.ts';

/*
 * `latest.json` and `latest.yml` contain one version, but folders keep older installers. `--all` finds those by name.
 * No feed declares their hashes; only a signature next to a file is verified.
 */

interface OlderFile {
  version: string;
  file: FeedArtifact;
}

const maxSignatureBytes = 32 * 1024;

const byName = (fileName: string): Omit<FeedArtifact, 'targets' | 'format' | 'facts' | 'companions'> => ({
  location: encodeURIComponent(fileName),
  fileName,
  sizeBytes: undefined,
  hashes: {},
  signature: undefined,
  isFoundByName: true,
});

const electronFile = (feedName: string, fileName: string): OlderFile | undefined => {
  const url = encodeURIComponent(fileName);
  const entry = bundleFromFeedEntry(feedName, {
    url,
    sha512: undefined,
    sizeBytes: undefined,
    blockMapSize: undefined,
  });
  if (!('format' in entry) || entry.version === undefined) return undefined;
  const whole = { location: url, fileName, format: entry.format };
  return {
    version: entry.version,
    file: {
      ...byName(fileName),
      targets: entry.arches.map((arch) => targetOf(entry, arch)),
      format: entry.format,
      facts: fileNameFact(fileName, entry.format),
      companions: [...blockMapCompanion(whole), ...zsyncCompanion(whole)],
      wantsSha512: true,
    },
  };
};

/** One folder contains the installers of all systems, so formats select those of one. */
const formatsOf = (feedName: string): RegExp => {
  if (/-mac\.yml$/.test(feedName)) return /(?:-mac\.zip|\.dmg|\.pkg)$/i;
  return /-linux(?:-\w+)?\.yml$/.test(feedName) ? /\.(?:AppImage|deb|rpm|pacman)$/i : /\.exe$/i;
};

/** A feed for one architecture does not apply to file names without an architecture. */
const isPlaced = (feedName: string, fileName: string): boolean =>
  !/-linux-\w+\.yml$/.test(feedName) || archesInName(fileName).length > 0;

const readSignature = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8')).slice(0, maxSignatureBytes).trim();

/** Tauri's clients reject unsigned files. */
const tauriFile = async (
  folder: string,
  fileName: string,
  names: Set<string>,
): Promise<OlderFile | undefined> => {
  const bundle = readTauriBundle(fileName);
  if (bundle?.version === undefined || bundle.arches.length === 0) return undefined;
  if (!names.has(`${fileName}.sig`)) return undefined;
  const signature = await readSignature(join(folder, `${fileName}.sig`));
  const file: FeedArtifact = {
    ...byName(fileName),
    signature,
    targets: bundle.arches.map((arch) => targetOf(bundle, arch)),
    format: bundle.format,
    facts: fileNameFact(fileName, bundle.format),
    companions: [],
  };
  return { version: bundle.version, file };
};

const toRelease = ({ version, file }: OlderFile, channel: string | undefined): FeedRelease => ({
  channel,
  version,
  pubDate: undefined,
  notes: undefined,
  files: [file],
});

/** Older releases in the folder of a feed that lists only one. */
export const findOlderReleases = async (
  source: Source,
  { name, location }: FeedText,
  feed: ParsedFeed,
): Promise<FeedRelease[]> => {
  const [newest] = feed.releases;
  if (newest === undefined || !['tauri', 'electron'].includes(feed.kind)) return [];
  const listed = new Set(newest.files.map(({ fileName }) => fileName));
  const all = await source.listSiblings(location);
  const names = all.filter((one) => !listed.has(one) && !listed.has(one.replaceAll(' ', '-')));
  const found =
    feed.kind === 'tauri'
      ? await Promise.all(names.map((one) => tauriFile(dirname(location), one, new Set(all))))
      : names
          .filter((one) => formatsOf(name).test(one) && isPlaced(name, one))
          .map((one) => electronFile(name, one));
  return found
    .filter((one) => one !== undefined)
    .filter(({ version }) => compareVersionTexts(version, newest.version) < 0)
    .map((one) => toRelease(one, newest.channel));
};

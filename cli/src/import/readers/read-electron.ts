import { type Bundle, type SkippedFile, targetOf } from '@slipway/build-files/bundle.ts';
import { bundleFromFeedEntry, type ElectronFile } from '@slipway/build-files/electron.ts';
import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { webInstallerReason } from '../../discover/electron.ts';
import { parseElectronFeed } from '../../formats/electron-yml.ts';
import { blockMapCompanion, zsyncCompanion } from '../merge/companions.ts';
import { factOf } from './facts.ts';
import type { ExcludedFile, FeedArtifact, Hashes, ParsedFeed } from './feed.ts';
import { parseInstant } from './parse-values.ts';

/* electron-builder's `latest*.yml` and `beta*.yml` contain one version for one system, with SHA-512. */

/** Normalizes to base64; electron-updater also accepts hex. */
const hashesOf = (sha512: string | undefined): Hashes => {
  if (sha512 === undefined) return {};
  if (/^[0-9A-Fa-f]{128}$/.test(sha512)) return { sha512: Buffer.from(sha512, 'hex').toString('base64') };
  return /^[A-Za-z0-9+/]{86}==$/.test(sha512) ? { sha512 } : {};
};

const offered = (file: ElectronFile, bundle: Bundle, kernel: string | undefined): FeedArtifact => {
  const hashes = hashesOf(file.sha512);
  const whole = { location: file.url, fileName: fileNameFromUrl(file.url), format: bundle.format };
  return {
    ...whole,
    sizeBytes: file.sizeBytes,
    hashes,
    signature: undefined,
    targets: bundle.arches.map((arch) => targetOf(bundle, arch)),
    facts: { ...bundle.facts, ...hashes, ...factOf('minimumKernel', kernel) },
    companions: [...blockMapCompanion(whole), ...zsyncCompanion(whole)],
  };
};

const isBundle = (entry: Bundle | SkippedFile): entry is Bundle => 'format' in entry;

/** Throws UnreadableFeedError. */
export const readElectron = async (name: string, text: string): Promise<ParsedFeed> => {
  const feed = await parseElectronFeed(text);
  const { version } = feed;
  const excluded: ExcludedFile[] = [];
  const files: FeedArtifact[] = [];
  for (const file of feed.files) {
    const entry = bundleFromFeedEntry(name, file);
    if (isBundle(entry) && feed.hasPackages && entry.format === '.exe')
      excluded.push({ version, file: fileNameFromUrl(file.url), reason: webInstallerReason });
    else if (isBundle(entry)) files.push(offered(file, entry, feed.minimumSystemVersion));
    else excluded.push({ version, file: fileNameFromUrl(file.url), reason: entry.reason });
  }
  const word = name.replace(/(?:-(?:mac|linux)(?:-\w+)?)?\.ya?ml$/i, '');
  const channel = word === 'latest' ? undefined : word;
  const { notes, stagedPercent } = feed;
  const pubDate = parseInstant(feed.releaseDate);
  const release = { channel, version, pubDate, notes, stagedPercent, files };
  return { kind: 'electron', releases: [release], excluded };
};

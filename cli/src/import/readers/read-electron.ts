import { type Bundle, type LeftAside, targetOf } from '@slipway/build-files/bundle.ts';
import { type ElectronFile, readEntry } from '@slipway/build-files/electron.ts';
import { fileNameIn } from '@slipway/build-files/location.ts';
import { webReason } from '../../discover/electron.ts';
import { parseElectronFeed } from '../../formats/electron-yml.ts';
import { blockMapBeside, zsyncBeside } from '../merge/companions.ts';
import { factOf } from './facts.ts';
import type { Hashes, LeftOut, OfferedFile, ReadFeed } from './feed.ts';
import { instantOf } from './values.ts';

/* electron-builder's `latest*.yml` and `beta*.yml`: one version for one system, with SHA-512. */

/** In base64; electron-updater takes hex as well. */
const hashesOf = (sha512: string | undefined): Hashes => {
  if (sha512 === undefined) return {};
  if (/^[0-9A-Fa-f]{128}$/.test(sha512)) return { sha512: Buffer.from(sha512, 'hex').toString('base64') };
  return /^[A-Za-z0-9+/]{86}==$/.test(sha512) ? { sha512 } : {};
};

const offered = (file: ElectronFile, bundle: Bundle, kernel: string | undefined): OfferedFile => {
  const hashes = hashesOf(file.sha512);
  const whole = { location: file.url, fileName: fileNameIn(file.url), format: bundle.format };
  return {
    ...whole,
    sizeBytes: file.sizeBytes,
    hashes,
    signature: undefined,
    targets: bundle.arches.map((arch) => targetOf(bundle, arch)),
    facts: { ...bundle.facts, ...hashes, ...factOf('minimumKernel', kernel) },
    companions: [...blockMapBeside(whole), ...zsyncBeside(whole)],
  };
};

const isBundle = (entry: Bundle | LeftAside): entry is Bundle => 'format' in entry;

/** What a feed of electron-builder tells; throws UnreadableFeed. */
export const readElectron = async (name: string, text: string): Promise<ReadFeed> => {
  const feed = await parseElectronFeed(text);
  const { version } = feed;
  const leftOut: LeftOut[] = [];
  const files: OfferedFile[] = [];
  for (const file of feed.files) {
    const entry = readEntry(name, file);
    if (isBundle(entry) && feed.hasPackages && entry.format === '.exe')
      leftOut.push({ version, file: fileNameIn(file.url), reason: webReason });
    else if (isBundle(entry)) files.push(offered(file, entry, feed.minimumSystemVersion));
    else leftOut.push({ version, file: fileNameIn(file.url), reason: entry.reason });
  }
  const word = name.replace(/(?:-(?:mac|linux)(?:-\w+)?)?\.ya?ml$/i, '');
  const channel = word === 'latest' ? undefined : word;
  const { notes, stagedPercent } = feed;
  const pubDate = instantOf(feed.releaseDate);
  const release = { channel, version, pubDate, notes, stagedPercent, files };
  return { kind: 'electron', releases: [release], leftOut };
};

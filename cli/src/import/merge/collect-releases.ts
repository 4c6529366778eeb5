import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseAddress } from '../../config/address.ts';
import type { Context } from '../../context.ts';
import { exitCodes, Failure, usageFailure } from '../../errors/failure.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import type { ExcludedFile, FeedKind, ParsedFeed } from '../readers/feed.ts';
import { findOlderReleases } from '../readers/older-files.ts';
import { readFeed } from '../readers/read-feed.ts';
import { type BlockedUrl, blockedUrlRemedy } from '../sources/allowed-origins.ts';
import { openFolderSource } from '../sources/folder-source.ts';
import type { FeedText, Source } from '../sources/source.ts';
import { openWebSource } from '../sources/web-source.ts';
import { type ImportFile, type ImportRelease, type MergedFeeds, mergeFeeds } from './merge-feeds.ts';
import { resolvePlatforms } from './resolve-platforms.ts';

/* Turns a folder or an address into the releases to import and a list of excluded files. */

export interface ImportOptions {
  from: string;
  /** Undefined leaves the channel to the feeds. */
  channel: string | undefined;
  all: boolean;
  allowsAnyOrigin: boolean;
  publicKeys: string[];
  platforms: string[];
  allow: string[];
  dryRun: boolean;
  yes: boolean;
  parallel: number;
}

export const openSource = async (options: ImportOptions, context: Context): Promise<Source> => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(options.from)) {
    const path = resolve(context.cwd, options.from);
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) throw usageFailure(`${options.from} does not exist.`, 'Check the path.');
    return openFolderSource(real);
  }
  if (options.all)
    throw usageFailure(
      '--all needs a folder, because a URL can’t be listed.',
      'Copy the files to a folder and import that.',
    );
  parseAddress(options.from, 'The source');
  return await openWebSource(new URL(options.from), options.allowsAnyOrigin, context);
};

const readOne = async (
  text: FeedText,
  { source, options, platforms }: { source: Source; options: ImportOptions; platforms: string[] },
  context: Context,
): Promise<{ at: string; feed: ParsedFeed }> => {
  const feed = await readFeed(text);
  const older = options.all ? await findOlderReleases(source, text, feed) : [];
  const whole = { ...feed, releases: [...feed.releases, ...older] };
  return { at: text.location, feed: await resolvePlatforms(text, whole, { source, platforms, context }) };
};

const nothingFound = ({ displayName }: Source): Failure =>
  new Failure(`No feed found at ${displayName}.`, {
    exit: exitCodes.failed,
    code: 'feed-missing',
    remedy:
      'Feeds are latest.json, latest*.yml, beta*.yml, RELEASES, RELEASES.json, releases.*.json and appcast.xml. If yours has another name, pass its URL or path.',
  });

export const collectReleases = async (
  source: Source,
  { options, platforms }: { options: ImportOptions; platforms: string[] },
  context: Context,
): Promise<MergedFeeds & { kinds: FeedKind[] }> => {
  const texts = await source.readFeeds();
  if (texts.length === 0) throw nothingFound(source);
  const feeds: { at: string; feed: ParsedFeed }[] = [];
  for (const text of texts) feeds.push(await readOne(text, { source, options, platforms }, context));
  const merged = mergeFeeds(feeds, { usual: context.settings.channel(), all: options.channel });
  return { ...merged, kinds: [...new Set(feeds.map(({ feed }) => feed.kind))] };
};

const isUnhashed = ({ hashes, isFoundByName, signature }: ImportFile): boolean =>
  Object.keys(hashes).length === 0 && !(isFoundByName === true && signature === undefined);

const keyMissing = (): Failure =>
  usageFailure(
    'The feeds have signatures but no hashes, and there is no public key to verify them.',
    'Pass --public-key with the pubkey of tauri.conf.json, @file for a minisign .pub file, or Sparkle’s SUPublicEDKey.',
  );

interface RejectedFile extends BlockedUrl {
  fileName: string;
}

const elsewhereFailure = (refused: RejectedFile[]): Failure =>
  new Failure(refused.map(({ fileName, reason }) => `Not fetching ${fileName}: ${reason}.`).join('\n'), {
    exit: exitCodes.failed,
    code: 'file-elsewhere',
    remedy: `Nothing was uploaded. ${blockedUrlRemedy(refused)}`,
  });

/** Reports excluded releases before anything is sent. */
export const filterReleases = (
  { releases, excluded }: MergedFeeds,
  { source, keys, allow }: { source: Source; keys: PublicKey[]; allow: string[] },
): MergedFeeds => {
  const refused: RejectedFile[] = [];
  const left: ExcludedFile[] = [...excluded];
  const keeps =
    (version: string) =>
    (file: ImportFile): boolean => {
      const { fileName } = file;
      const unreached = source.findBlockReason(file.feedLocation, file);
      if (unreached !== undefined) refused.push({ fileName, ...unreached });
      const unproven = isUnhashed(file) && file.signature === undefined;
      const why =
        unreached?.reason ?? (unproven ? 'its feed has neither a hash nor a signature for it' : undefined);
      if (why !== undefined) left.push({ version, file: fileName, reason: why });
      return why === undefined;
    };
  const accepted = releases
    .map((release): ImportRelease => ({ ...release, files: release.files.filter(keeps(release.version)) }))
    .filter(({ files }) => files.length > 0);
  if (refused.length > 0 && !allow.some((code) => ['file-elsewhere', 'all'].includes(code)))
    throw elsewhereFailure(refused);
  if (keys.length === 0 && accepted.some(({ files }) => files.some(isUnhashed))) throw keyMissing();
  return { releases: accepted, excluded: left };
};

import { formatOf } from '@slipway/build-files/format.ts';
import { fileNameIn } from '@slipway/build-files/location.ts';
import { inHouseWords } from '@slipway/build-files/platform.ts';
import { UnreadableFeed } from '../../formats/unreadable.ts';
import { zsyncBeside } from '../merge/companions.ts';
import { fileNameFact } from './facts.ts';
import type { FeedRelease, LeftOut, OfferedFile, ReadFeed } from './feed.ts';
import { instantOf, parseJson, textOf } from './values.ts';

/* Tauri's and cargo-packager's static `latest.json`: one version, a signature for each `os-arch[-installer]`, no hashes. */

/** `linux-x86_64-deb` is `linux-deb-x86_64` here, and `macos` is `darwin`. */
const targetOf = (key: string): string | undefined => {
  const [os = '', arch = '', ...bundle] = key.split('-');
  return inHouseWords([os, ...bundle, arch].join('-'));
};

const fileOf = (target: string, { url, signature }: { url: string; signature: unknown }): OfferedFile => {
  const fileName = fileNameIn(url);
  const format = formatOf(fileName);
  const whole = { location: url, fileName, format };
  return {
    ...whole,
    sizeBytes: undefined,
    hashes: {},
    signature: textOf(signature),
    targets: [target],
    facts: fileNameFact(fileName, format),
    companions: zsyncBeside(whole),
  };
};

/** What a `latest.json` tells; throws UnreadableFeed. */
export const readTauri = (text: string): ReadFeed => {
  const { version: given, notes, pub_date, platforms } = parseJson(text);
  const version = textOf(given);
  if (version === undefined || typeof platforms !== 'object' || platforms === null)
    throw new UnreadableFeed('it has no version or no platforms');
  const leftOut: LeftOut[] = [];
  const files: OfferedFile[] = [];
  for (const [key, value] of Object.entries(platforms)) {
    const one = (value ?? {}) as Record<string, unknown>;
    const [target, url] = [targetOf(key), textOf(one.url)];
    if (target === undefined)
      leftOut.push({ version, file: key, reason: 'it is no system and architecture' });
    else if (url === undefined) leftOut.push({ version, file: key, reason: 'it has no url' });
    else files.push(fileOf(target, { url, signature: one.signature }));
  }
  const release: FeedRelease = {
    channel: undefined,
    version,
    pubDate: instantOf(textOf(pub_date)),
    notes: textOf(notes),
    files,
  };
  return { kind: 'tauri', releases: [release], leftOut };
};

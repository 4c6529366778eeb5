import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { formatOf } from '@slipway/build-files/format.ts';
import { normalizeTarget } from '@slipway/core/platform.ts';
import { UnreadableFeedError } from '../../formats/unreadable-feed-error.ts';
import { zsyncCompanion } from '../merge/companions.ts';
import { fileNameFact } from './facts.ts';
import type { ExcludedFile, FeedArtifact, FeedRelease, ParsedFeed } from './feed.ts';
import { nonEmptyText, parseInstant, parseJson } from './parse-values.ts';

/* Static `latest.json` of Tauri and cargo-packager: one version, a signature per `os-arch[-installer]`, no hashes. */

const fileOf = (target: string, { url, signature }: { url: string; signature: unknown }): FeedArtifact => {
  const fileName = fileNameFromUrl(url);
  const format = formatOf(fileName);
  const whole = { location: url, fileName, format };
  return {
    ...whole,
    sizeBytes: undefined,
    hashes: {},
    signature: nonEmptyText(signature),
    targets: [target],
    facts: fileNameFact(fileName, format),
    companions: zsyncCompanion(whole),
  };
};

/** Throws UnreadableFeedError. */
export const readTauri = (text: string): ParsedFeed => {
  const { version: rawVersion, notes, pub_date, platforms } = parseJson(text);
  const version = nonEmptyText(rawVersion);
  if (version === undefined || typeof platforms !== 'object' || platforms === null)
    throw new UnreadableFeedError('it has no version or no platforms');
  const excluded: ExcludedFile[] = [];
  const files: FeedArtifact[] = [];
  for (const [key, value] of Object.entries(platforms)) {
    const one = (value ?? {}) as Record<string, unknown>;
    const [target, url] = [normalizeTarget(key), nonEmptyText(one.url)];
    if (target === undefined) excluded.push({ version, file: key, reason: 'it is not a platform' });
    else if (url === undefined) excluded.push({ version, file: key, reason: 'it has no url' });
    else files.push(fileOf(target, { url, signature: one.signature }));
  }
  const release: FeedRelease = {
    channel: undefined,
    version,
    pubDate: parseInstant(nonEmptyText(pub_date)),
    notes: nonEmptyText(notes),
    files,
  };
  return { kind: 'tauri', releases: [release], excluded };
};

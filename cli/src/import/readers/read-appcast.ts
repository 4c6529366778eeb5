import { archesInName, type Facts } from '@slipway/build-files/bundle.ts';
import { formatOf } from '@slipway/build-files/format.ts';
import { parseArch } from '@slipway/core/platform.ts';
import {
  type AppcastDelta,
  type AppcastFile,
  type AppcastItem,
  parseAppcast,
} from '../../formats/appcast.ts';
import { factOf, fileNameFact } from './facts.ts';
import type { FeedArtifact, FeedCompanion, FeedFile, FeedRelease, ParsedFeed } from './feed.ts';
import { parseInstant } from './parse-values.ts';
import type { PlatformMatch } from './platform-hint.ts';

/* Sparkle and WinSparkle appcasts have one item per version, with Ed25519 signatures and no hashes. */

const named = ({ url, fileName, sizeBytes, signature }: AppcastFile): FeedFile => ({
  location: url,
  fileName,
  sizeBytes,
  hashes: {},
  signature,
});

/** `windows-x64` is complete, `windows` lacks the architecture. A macOS file is for both unless its name says so. */
const placeOf = ({ os, fileName }: AppcastFile): PlatformMatch => {
  const arches = archesInName(fileName);
  const [system = 'macos', word = ''] = os?.split('-') ?? [];
  if (system !== 'windows')
    return { targets: [arches.length === 1 ? `darwin-${arches[0]}` : 'darwin-universal'] };
  const arch = parseArch(word) ?? arches[0];
  return arch === undefined ? { targets: [], partialSystem: 'windows' } : { targets: [`windows-${arch}`] };
};

const deltaOf = (delta: AppcastDelta): FeedCompanion => ({
  ...named(delta),
  suffix: `delta-${delta.from.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`,
  facts: { ...fileNameFact(delta.fileName, formatOf(delta.fileName)), ...factOf('deltaFrom', delta.from) },
  isOptional: false,
});

const factsOf = (item: AppcastItem, file: AppcastFile): Facts => ({
  ...fileNameFact(file.fileName, formatOf(file.fileName)),
  ...factOf('build', item.build),
  ...factOf('minimumSystem', item.minimumSystem),
  ...factOf('installerArguments', file.installerArguments),
});

const fileOf = (item: AppcastItem, file: AppcastFile): FeedArtifact => {
  const place = placeOf(file);
  return {
    ...named(file),
    ...place,
    format: formatOf(file.fileName),
    facts: factsOf(item, file),
    companions: place.targets[0]?.startsWith('darwin') ? item.deltas.map(deltaOf) : [],
  };
};

const releaseOf = (item: AppcastItem): FeedRelease => ({
  channel: item.channel,
  version: item.version,
  pubDate: parseInstant(item.pubDate),
  notes: item.notes,
  files: item.files.map((file) => fileOf(item, file)),
});

/** Throws UnreadableFeedError. */
export const readAppcast = async (text: string): Promise<ParsedFeed> => ({
  kind: 'sparkle',
  releases: (await parseAppcast(text)).map(releaseOf),
  excluded: [],
});

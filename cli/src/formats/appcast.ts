import { fileNameFromUrl } from '@slipway/build-files/location.ts';
import { UnreadableFeedError } from './unreadable.ts';
import { attributeOf, childrenOf, childText, parseXml, type XmlElement } from './xml-tree.ts';

/*
 * Sparkle's and WinSparkle's appcast: RSS with an item a version. The version stands in the item, or, as in older ones,
 * with each enclosure. Sparkle's namespace is told by its address to the letter; `https:` there means nothing.
 */

const sparkle = 'http://www.andymatuschak.org/xml-namespaces/sparkle';

export interface AppcastFile {
  url: string;
  fileName: string;
  sizeBytes: number | undefined;
  /** Ed25519, in base64. */
  signature: string | undefined;
  /** `macos`, `windows`, `windows-x64`, …; undefined means macOS. */
  os: string | undefined;
  installerArguments: string | undefined;
}

export interface AppcastDelta extends AppcastFile {
  /** The build that it starts from. */
  from: string;
}

export interface AppcastItem {
  /** What people read: `sparkle:shortVersionString`, else the build. */
  version: string;
  /** What Sparkle compares: `sparkle:version`. */
  build: string;
  /** As it stands there, RFC 2822. */
  pubDate: string | undefined;
  notes: string | undefined;
  /** Sparkle's own channel, where the item is for one alone. */
  channel: string | undefined;
  minimumSystem: string | undefined;
  files: AppcastFile[];
  deltas: AppcastDelta[];
}

const fileOf = (enclosure: XmlElement): AppcastFile => {
  const url = attributeOf(enclosure, 'url') ?? '';
  const length = attributeOf(enclosure, 'length') ?? '';
  return {
    url,
    fileName: fileNameFromUrl(url),
    // Older tools write 0 for what they do not know.
    sizeBytes: /^[1-9]\d{0,15}$/.test(length) ? Number(length) : undefined,
    signature: attributeOf(enclosure, 'edSignature', sparkle),
    os: attributeOf(enclosure, 'os', sparkle)?.toLowerCase(),
    installerArguments: attributeOf(enclosure, 'installerArguments', sparkle),
  };
};

const deltaOf = (enclosure: XmlElement): AppcastDelta[] => {
  const from = attributeOf(enclosure, 'deltaFrom', sparkle);
  return from === undefined ? [] : [{ ...fileOf(enclosure), from }];
};

/** What an item says, by itself or with its first enclosure. */
const saidOf = (item: XmlElement, name: string): string | undefined => {
  const [enclosure] = childrenOf(item, 'enclosure');
  const told = childText(item, name, sparkle);
  return told ?? (enclosure === undefined ? undefined : attributeOf(enclosure, name, sparkle));
};

const itemOf = (item: XmlElement): AppcastItem[] => {
  const enclosures = childrenOf(item, 'enclosure').filter((one) => attributeOf(one, 'url') !== undefined);
  const build = saidOf(item, 'version');
  // An item without a file only tells of an update; there is nothing to take from it.
  if (build === undefined || enclosures.length === 0) return [];
  const deltas = childrenOf(item, 'deltas', sparkle).flatMap((one) => childrenOf(one, 'enclosure'));
  return [
    {
      version: saidOf(item, 'shortVersionString') ?? build,
      build,
      pubDate: childText(item, 'pubDate'),
      notes: childText(item, 'description'),
      channel: childText(item, 'channel', sparkle),
      minimumSystem: saidOf(item, 'minimumSystemVersion'),
      files: enclosures.map(fileOf),
      deltas: deltas.flatMap(deltaOf),
    },
  ];
};

/** The versions that an appcast tells of and that have files, in its order; throws UnreadableFeed. */
export const parseAppcast = async (text: string): Promise<AppcastItem[]> => {
  const rss = await parseXml(text);
  const [channel] = childrenOf(rss, 'channel');
  if (rss.name !== 'rss' || channel === undefined)
    throw new UnreadableFeedError('it is no appcast: there is no rss with a channel');
  return childrenOf(channel, 'item').flatMap(itemOf);
};

import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { UnreadableFeedError } from './unreadable-feed-error.ts';
import { attributeOf, childrenOf, childText, parseXml, type XmlElement } from './xml-tree.ts';

/*
 * The appcast of Sparkle and WinSparkle is RSS with one item per version. Older ones put the version on each enclosure.
 * The namespace must match exactly, so `https:` is not accepted.
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
  /** The build that the delta starts from. */
  from: string;
}

export interface AppcastItem {
  /** The version for users: `sparkle:shortVersionString`, otherwise the build. */
  version: string;
  /** The version that Sparkle compares: `sparkle:version`. */
  build: string;
  /** Unmodified, in RFC 2822 format. */
  pubDate: string | undefined;
  notes: string | undefined;
  /** Set if the item is only for one Sparkle channel. */
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
    // Older tools write 0 for an unknown size.
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

/** Reads a value from the item or its first enclosure. */
const sparkleValue = (item: XmlElement, name: string): string | undefined => {
  const [enclosure] = childrenOf(item, 'enclosure');
  const value = childText(item, name, sparkle);
  return value ?? (enclosure === undefined ? undefined : attributeOf(enclosure, name, sparkle));
};

const itemOf = (item: XmlElement): AppcastItem[] => {
  const enclosures = childrenOf(item, 'enclosure').filter((one) => attributeOf(one, 'url') !== undefined);
  const build = sparkleValue(item, 'version');
  // An item without a file is only an announcement.
  if (build === undefined || enclosures.length === 0) return [];
  const deltas = childrenOf(item, 'deltas', sparkle).flatMap((one) => childrenOf(one, 'enclosure'));
  return [
    {
      version: sparkleValue(item, 'shortVersionString') ?? build,
      build,
      pubDate: childText(item, 'pubDate'),
      notes: childText(item, 'description'),
      channel: childText(item, 'channel', sparkle),
      minimumSystem: sparkleValue(item, 'minimumSystemVersion'),
      files: enclosures.map(fileOf),
      deltas: deltas.flatMap(deltaOf),
    },
  ];
};

/** Returns the versions that have files, in document order; throws UnreadableFeedError. */
export const parseAppcast = async (text: string): Promise<AppcastItem[]> => {
  const rss = await parseXml(text);
  const [channel] = childrenOf(rss, 'channel');
  if (rss.name !== 'rss' || channel === undefined)
    throw new UnreadableFeedError('it has no rss element with a channel');
  return childrenOf(channel, 'item').flatMap(itemOf);
};

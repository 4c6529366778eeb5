import type { Feed, FeedAddress } from '../../domain/nouns/feed.ts';
import type { Place } from '../../domain/nouns/place.ts';
import { depth, renderAppcast } from './appcast.ts';
import { formatWanted, judge, parseWanted, stateOf, type Wanted } from './choice.ts';

/* Where Sparkle and WinSparkle find their appcasts: one for each system, and one for each of its architectures. */

const longestName = 128;
const fileName = '/appcast.xml';

/** The appcast for a place: on macOS an architecture's own, since two of them in one cannot be told apart. */
const wantedOf = ({ system, arch }: Place): Wanted[] => {
  if (system === 'linux') return [];
  const isOwn = system === 'darwin' && arch !== 'universal';
  return [{ system, bundle: undefined, arch: isOwn ? arch : undefined }];
};

/** Sparkle's and WinSparkle's feed. */
export const sparkle: Feed = {
  id: 'sparkle',
  depth,
  isByPath: true,
  parse: (channel, rest) => {
    if (rest.length > longestName || !rest.endsWith(fileName)) return undefined;
    const wanted = parseWanted(rest.slice(0, -fileName.length));
    return wanted && { kind: 'document', channel, document: formatWanted(wanted) };
  },
  render: (view, document) => {
    const wanted = parseWanted(document);
    if (wanted === undefined || stateOf(wanted, view.releases) === 'mixed') return undefined;
    const body = renderAppcast(wanted, view);
    return { status: 200, contentType: 'application/rss+xml; charset=utf-8', body };
  },
  judge: (document, release, artifact) => {
    const wanted = parseWanted(document);
    return wanted === undefined ? 'elsewhere' : judge(wanted, release, artifact);
  },
  addresses: (place) =>
    wantedOf(place).map((wanted): FeedAddress => {
      const document = formatWanted(wanted);
      const rest = document + fileName;
      const client = wanted.system === 'darwin' ? 'Sparkle' : 'WinSparkle';
      return { client, setting: `/${rest}`, rest, document };
    }),
};

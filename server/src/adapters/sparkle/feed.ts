import type { Feed, FeedAddress } from '../../domain/nouns/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/nouns/release.ts';
import { depth, renderAppcast } from './appcast.ts';
import { formatWanted, judge, parseWanted, stateOf, type Wanted } from './choice.ts';

/* Where Sparkle and WinSparkle find their appcasts: one for each system, and one for each of its architectures. */

const longestName = 128;
const fileName = '/appcast.xml';

/** The appcasts that some releases fill: a system's own, or those of its architectures where it can have none. */
const appcastsOf = (releases: readonly ReleaseWithArtifacts[]): Wanted[] =>
  (['darwin', 'windows'] as const).flatMap((system) => {
    const whole: Wanted = { system, bundle: undefined, arch: undefined };
    const each = (['aarch64', 'x86_64'] as const).map((arch): Wanted => ({ ...whole, arch }));
    const appcasts = stateOf(whole, releases) === 'mixed' ? each : [whole];
    return appcasts.filter((wanted) => stateOf(wanted, releases) === 'clear');
  });

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
  addresses: (releases) =>
    appcastsOf(releases).map((wanted): FeedAddress => {
      const rest = `${formatWanted(wanted)}${fileName}`;
      return {
        client: wanted.system === 'darwin' ? 'Sparkle' : 'WinSparkle',
        setting: `/${rest}`,
        rest,
      };
    }),
};

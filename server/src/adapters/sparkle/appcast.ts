import type { Arch } from '@slipway/core/platform.ts';
import { isNewer, parseVersion, plainVersion } from '@slipway/core/version.ts';
import { selectListed } from '../../domain/decision/delta-chain.ts';
import type { Artifact } from '../../domain/model/artifact.ts';
import type { FeedView } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { type AppcastScope, archOf, chooseDeltas, chooseFiles, isEd25519 } from './appcast-files.ts';
import { indentElements, xmlElement, xmlText } from './xml.ts';

/*
 * Appcasts for Sparkle and WinSparkle: RSS with one item per file. On Windows each architecture has its own items,
 * since WinSparkle before 0.8.2 takes an item's last file, whatever its system. The client takes the highest
 * `sparkle:version`, so nothing above the latest release, by version or build, is listed.
 */

/** Both libraries compare this literally; the `https:` form is not recognized. */
const namespace = 'http://www.andymatuschak.org/xml-namespaces/sparkle';

/** The number of releases listed before the latest. */
export const appcastDepth = 25;

/** WinSparkle's names. */
const windowsNames: Partial<Record<Arch, string>> = {
  x86_64: 'windows-x64',
  i686: 'windows-x86',
  aarch64: 'windows-arm64',
};

interface Item {
  release: ReleaseWithArtifacts;
  artifact: Artifact;
}

/** Neither library ignores a leading `v`. */
const comparedOf = ({ release, artifact }: Item): string =>
  artifact.facts.build ?? plainVersion(release.version);

/** The items to list for one kind of client, latest first. */
const listItems = (items: readonly Item[]): Item[] => {
  const releases = new Set(items.map(({ release }) => release));
  const listed = new Set(selectListed([...releases], appcastDepth));
  const [highest = ''] = items.slice(0, 1).map(comparedOf);
  return items.filter(
    (item) => listed.has(item.release) && !isNewer(parseVersion(comparedOf(item)), highest),
  );
};

const enclosureOf = ({ release, artifact }: Item, { urlOf }: FeedView, more: Record<string, string> = {}) =>
  xmlElement('enclosure', {
    url: urlOf(release, artifact),
    length: artifact.sizeBytes,
    type: 'application/octet-stream',
    'sparkle:edSignature': isEd25519(artifact.signature) ? artifact.signature : undefined,
    ...more,
  });

const windowsFacts = ({ artifact }: Item): Record<string, string> => {
  const { installerArguments } = artifact.facts;
  return {
    'sparkle:os': windowsNames[archOf(artifact) ?? 'x86_64'] ?? 'windows',
    ...(installerArguments === undefined ? {} : { 'sparkle:installerArguments': installerArguments }),
  };
};

/** Plain text as HTML. */
const pageOf = (text: string): string => xmlElement('div', { style: 'white-space: pre-wrap' }, xmlText(text));

/** Sparkle renders Markdown if the element says so; WinSparkle always renders HTML. */
const describe = (system: AppcastScope['system'], notes: string): string[] => {
  if (notes === '') return [];
  return system === 'darwin'
    ? [xmlElement('description', { 'sparkle:format': 'markdown' }, xmlText(notes))]
    : [xmlElement('description', {}, xmlText(pageOf(notes)))];
};

const rfc822 = (at: string): string => new Date(at).toUTCString().replace('GMT', '+0000');

const textElement = (name: string, text: string | undefined): string[] =>
  text === undefined ? [] : [xmlElement(name, {}, xmlText(text))];

/** The string that clients compare, by version. */
type Builds = ReadonlyMap<string, string>;

/** The deltas to a file. Clients look up their own build, but a publisher may have named the version instead. */
const renderDeltas = (
  scope: AppcastScope,
  item: Item,
  context: { view: FeedView; builds: Builds },
): string[] => {
  const deltas = chooseDeltas(scope, item.release, item.artifact).map((artifact) => {
    const { deltaFrom = '' } = artifact.facts;
    const from = context.builds.get(deltaFrom) ?? deltaFrom;
    return enclosureOf({ ...item, artifact }, context.view, { 'sparkle:deltaFrom': from });
  });
  return deltas.length === 0 ? [] : [xmlElement('sparkle:deltas', {}, indentElements(deltas, 4))];
};

/** Clients older than the last critical release up to this item must not postpone it. */
const renderCritical = ({ release }: Item, context: { view: FeedView; builds: Builds }): string[] => {
  const minimum = context.view.critical.find((version) => !isNewer(parseVersion(version), release.version));
  if (minimum === undefined) return [];
  const compared = context.builds.get(minimum) ?? plainVersion(minimum);
  return [xmlElement('sparkle:criticalUpdate', { 'sparkle:version': compared })];
};

const renderItem = (
  scope: AppcastScope,
  item: Item,
  context: { view: FeedView; builds: Builds; isLatest: boolean },
): string => {
  const { release, artifact } = item;
  const elements = [
    ...textElement('title', release.version),
    ...textElement('pubDate', rfc822(release.pubDate)),
    ...textElement('sparkle:version', comparedOf(item)),
    ...textElement('sparkle:shortVersionString', release.version),
    ...textElement('sparkle:minimumSystemVersion', artifact.facts.minimumSystem),
    ...renderCritical(item, context),
    ...(context.isLatest ? describe(scope.system, release.notes) : []),
    enclosureOf(item, context.view, scope.system === 'windows' ? windowsFacts(item) : {}),
    ...renderDeltas(scope, item, context),
  ];
  return xmlElement('item', {}, indentElements(elements, 3));
};

const renderItems = (scope: AppcastScope, view: FeedView): string[] => {
  const all = view.releases.flatMap((release) =>
    chooseFiles(scope, release).map((artifact): Item => ({ release, artifact })),
  );
  const builds = new Map(all.map((item) => [item.release.version, comparedOf(item)]));
  const kinds = [
    ...Map.groupBy(all, ({ artifact }) => (scope.system === 'darwin' ? '' : archOf(artifact))).values(),
  ];
  const listed = new Set(kinds.flatMap(listItems));
  const latest = new Set(kinds.map(([item]) => item));
  return all
    .filter((item) => listed.has(item))
    .map((item) => renderItem(scope, item, { view, builds, isLatest: latest.has(item) }));
};

/** Releases come last published first. */
export const renderAppcast = (scope: AppcastScope, view: FeedView): string => {
  const channel = [xmlElement('title', {}, xmlText(view.app)), ...renderItems(scope, view)];
  const rss = { version: '2.0', 'xmlns:sparkle': namespace };
  const body = xmlElement(
    'rss',
    rss,
    indentElements([xmlElement('channel', {}, indentElements(channel, 2))], 1),
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${body}\n`;
};

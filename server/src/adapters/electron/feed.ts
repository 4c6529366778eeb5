import { type Arch, nodeArches, type Platform, parsePlatform, type System } from '@slipway/core/platform.ts';
import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { ArtifactMatch, Feed, FeedView } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { reviewForElectron } from './review.ts';
import { isElectronVersion } from './version.ts';
import { yamlList, yamlMap } from './yaml.ts';

/*
 * `latest.yml` and its variants, for electron-updater's generic provider. The client compares versions and picks a
 * file: the first whose URL contains its architecture (Windows), that is or is not for `arm64` (macOS), or that has its
 * package's extension (Linux). So documents list files in that order and paths use Node's architecture names.
 */

/** Parsed from the document's name; only Linux has one document per architecture. */
interface DocumentScope {
  system: System;
  arch: Arch | undefined;
}

/** Extensions that the client installs, preferred first. */
const installable: Readonly<Record<System, readonly string[]>> = {
  windows: ['.exe'],
  darwin: ['.zip', '.dmg'],
  linux: ['.AppImage', '.deb', '.rpm', '.pacman'],
};

const archOrder: readonly Arch[] = ['universal', 'x86_64', 'aarch64', 'i686', 'armv7', 'riscv64'];

const longestName = 128;

const name = /^(?<channel>.+?)(?<system>-mac|-linux(?:-(?<arch>[a-z0-9]+))?)?\.yml$/;

const scopeOf = (document: string): DocumentScope | undefined => {
  if (document === '') return { system: 'windows', arch: undefined };
  if (document === '-mac') return { system: 'darwin', arch: undefined };
  const place = parsePlatform(`linux-${document.replace(/^-linux-?/, '') || 'x64'}`);
  return place && { system: place.system, arch: place.arch };
};

/** The suffix of the document that clients on a platform request. */
const documentOf = ({ system, arch }: Platform): string => {
  if (system === 'windows') return '';
  if (system === 'darwin') return '-mac';
  return arch === 'x86_64' ? '-linux' : `-linux-${nodeArches[arch]}`;
};

const rankOf = ({ target, format }: Artifact): number => {
  const place = parsePlatform(target);
  if (place === undefined) return 0;
  return installable[place.system].indexOf(format) * archOrder.length + archOrder.indexOf(place.arch);
};

const matchFile = (
  { system, arch }: DocumentScope,
  { version }: ReleaseWithArtifacts,
  artifact: Artifact,
): ArtifactMatch => {
  const place = parsePlatform(artifact.target);
  const isListed =
    isMain(artifact) &&
    place?.system === system &&
    (arch === undefined || place.arch === arch) &&
    installable[system].includes(artifact.format);
  if (!isListed) return 'elsewhere';
  if (artifact.state !== 'active') return { reason: `The artifact for ${artifact.target} was pruned.` };
  if (!isElectronVersion(version))
    return { reason: `electron-updater can’t read version ${version}: it is not SemVer.` };
  if (artifact.facts.sha512 === undefined)
    return { reason: `The artifact for ${artifact.target} was declared without a SHA-512.` };
  return 'fit';
};

/** The files that the document lists, in order. */
const filesOf = (release: ReleaseWithArtifacts, scope: DocumentScope): Artifact[] =>
  release.artifacts
    .filter((artifact) => matchFile(scope, release, artifact) === 'fit')
    .sort((a, b) => rankOf(a) - rankOf(b));

/*
 * The client searches the whole URL for words such as `arm64`. Only the path segment may match, so elsewhere one letter
 * is escaped as `%61`: the same file, but no match.
 */
const archWords = /(?<letter>[axi])(?=rm64|64|a32)/g;

const hideWords = (text: string): string =>
  text.replaceAll(archWords, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** The second to last segment of a path is the target. */
const addressOf = (path: string): string => {
  const segments = path.split('/');
  return segments.map((text, index) => (index === segments.length - 2 ? text : hideWords(text))).join('/');
};

const renderRelease = (release: ReleaseWithArtifacts, files: readonly Artifact[], { pathOf }: FeedView) =>
  [
    yamlMap({ version: release.version }),
    yamlList(
      'files',
      files.map((artifact) => ({
        url: addressOf(pathOf(release, artifact)),
        sha512: artifact.facts.sha512,
        size: artifact.sizeBytes,
        blockMapSize: artifact.facts.blockMapSize,
      })),
    ),
    yamlMap({
      releaseName: release.version,
      releaseNotes: release.notes,
      releaseDate: release.pubDate,
      minimumSystemVersion: files[0]?.facts.minimumKernel,
    }),
  ].join('');

export const electron: Feed = {
  id: 'electron',
  depth: 0,
  ignoresQuery: true,
  parse: (channel, rest) => {
    const { channel: requestedChannel = '', system = '' } =
      (rest.length > longestName ? undefined : name.exec(rest)?.groups) ?? {};
    if (requestedChannel === '') return undefined;
    return {
      kind: 'document',
      channel: requestedChannel === 'latest' ? channel : requestedChannel,
      document: system,
    };
  },
  render: (view, document) => {
    const scope = scopeOf(document);
    if (scope === undefined) return undefined;
    for (const release of view.releases) {
      const files = filesOf(release, scope);
      if (files.length > 0) {
        const body = renderRelease(release, files, view);
        return { status: 200, contentType: 'application/yaml; charset=utf-8', body };
      }
    }
    return undefined;
  },
  matchArtifact: (document, release, artifact) => {
    const scope = scopeOf(document);
    return scope === undefined ? 'elsewhere' : matchFile(scope, release, artifact);
  },
  review: reviewForElectron,
  addresses: (place) => {
    const document = documentOf(place);
    return [{ client: 'electron-updater', configPath: '', requestPath: `latest${document}.yml`, document }];
  },
};

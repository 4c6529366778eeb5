import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { ArtifactMatch, Feed, FeedView } from '../../domain/model/feed.ts';
import {
  type Arch,
  nodeArches,
  type Platform,
  parsePlatform,
  type System,
} from '../../domain/model/platform.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { reviewForElectron } from './review.ts';
import { isElectronVersion } from './version.ts';
import { yamlList, yamlMap } from './yaml.ts';

/*
 * `latest.yml` and its relatives, for electron-updater's generic provider. The client compares versions and chooses
 * a file: the first whose address holds its own architecture's word (Windows), that is or is not for `arm64` (macOS),
 * that has its package's ending (Linux). So the documents name files in that order and paths in Node's words.
 */

/** What a document's name says: which system, and on Linux which architecture. */
interface DocumentScope {
  system: System;
  arch: Arch | undefined;
}

/** Endings that the client installs, the one that it prefers first. */
const installable: Readonly<Record<System, readonly string[]>> = {
  windows: ['.exe'],
  darwin: ['.zip', '.dmg'],
  linux: ['.AppImage', '.deb', '.rpm', '.pacman'],
};

const archOrder: readonly Arch[] = ['universal', 'x86_64', 'aarch64', 'i686', 'armv7', 'riscv64'];

const longestName = 128;

const name = /^(?<channel>.+?)(?<system>-mac|-linux(?:-(?<arch>[a-z0-9]+))?)?\.yml$/;

const wantedOf = (document: string): DocumentScope | undefined => {
  if (document === '') return { system: 'windows', arch: undefined };
  if (document === '-mac') return { system: 'darwin', arch: undefined };
  const place = parsePlatform(`linux-${document.replace(/^-linux-?/, '') || 'x64'}`);
  return place && { system: place.system, arch: place.arch };
};

/** The ending of the document that clients of a place ask for. */
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

const judge = (
  { system, arch }: DocumentScope,
  { version }: ReleaseWithArtifacts,
  artifact: Artifact,
): ArtifactMatch => {
  const place = parsePlatform(artifact.target);
  const isMeant =
    isMain(artifact) &&
    place?.system === system &&
    (arch === undefined || place.arch === arch) &&
    installable[system].includes(artifact.format);
  if (!isMeant) return 'elsewhere';
  if (artifact.state !== 'active') return { reason: `Its artifact for ${artifact.target} was pruned.` };
  if (!isElectronVersion(version))
    return { reason: `electron-updater cannot read the version ${version}: it is no SemVer.` };
  if (artifact.facts.sha512 === undefined)
    return { reason: `Its artifact for ${artifact.target} was declared without a SHA-512.` };
  return 'fit';
};

/** Which of a release's files the document names, and in which order. */
const filesOf = (release: ReleaseWithArtifacts, wanted: DocumentScope): Artifact[] =>
  release.artifacts
    .filter((artifact) => judge(wanted, release, artifact) === 'fit')
    .sort((a, b) => rankOf(a) - rankOf(b));

/*
 * The client looks for words such as `arm64` anywhere in the address. The path says the architecture in these words; so
 * what looks like one elsewhere has a letter written as `%61`, which names the same file and is no such word.
 */
const archWords = /(?<letter>[axi])(?=rm64|64|a32)/g;

const hideWords = (text: string): string =>
  text.replaceAll(archWords, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** A file's path, whose last segment but one is its target. */
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

/** electron-updater's feed. */
export const electron: Feed = {
  id: 'electron',
  depth: 0,
  isByPath: true,
  parse: (channel, rest) => {
    const { channel: asked = '', system = '' } =
      (rest.length > longestName ? undefined : name.exec(rest)?.groups) ?? {};
    if (asked === '') return undefined;
    return { kind: 'document', channel: asked === 'latest' ? channel : asked, document: system };
  },
  render: (view, document) => {
    const wanted = wantedOf(document);
    if (wanted === undefined) return undefined;
    for (const release of view.releases) {
      const files = filesOf(release, wanted);
      if (files.length > 0) {
        const body = renderRelease(release, files, view);
        return { status: 200, contentType: 'application/yaml; charset=utf-8', body };
      }
    }
    return undefined;
  },
  judge: (document, release, artifact) => {
    const wanted = wantedOf(document);
    return wanted === undefined ? 'elsewhere' : judge(wanted, release, artifact);
  },
  review: reviewForElectron,
  addresses: (place) => {
    const document = documentOf(place);
    return [{ client: 'electron-updater', setting: '', rest: `latest${document}.yml`, document }];
  },
};

import { type Artifact, isMain } from '../../domain/nouns/artifact.ts';
import type { Feed, FeedView } from '../../domain/nouns/feed.ts';
import { type Arch, type Place, parsePlace, type System } from '../../domain/nouns/place.ts';
import type { ReleaseWithArtifacts } from '../../domain/nouns/release.ts';
import { isSemVer } from '../sem-ver.ts';
import { listOf, mapOf } from './yaml.ts';

/*
 * `latest.yml` and its relatives, for electron-updater's generic provider. The client compares versions and chooses
 * a file: the first whose address holds its own architecture's word (Windows), that is or is not for `arm64` (macOS),
 * that has its package's ending (Linux). So the documents name files in that order and paths in Node's words.
 */

/** What a document's name says: which system, and on Linux which architecture. */
interface Wanted {
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

const wantedOf = (document: string): Wanted | undefined => {
  if (document === '') return { system: 'windows', arch: undefined };
  if (document === '-mac') return { system: 'darwin', arch: undefined };
  const place = parsePlace(`linux-${document.replace(/^-linux-?/, '') || 'x64'}`);
  return place && { system: place.system, arch: place.arch };
};

interface Fitting {
  artifact: Artifact;
  place: Place;
  rank: number;
}

const fit = (artifact: Artifact, { system, arch }: Wanted): Fitting[] => {
  const place = parsePlace(artifact.target);
  const rank = installable[system].indexOf(artifact.format);
  const isFit =
    artifact.state === 'active' &&
    isMain(artifact) &&
    artifact.facts.sha512 !== undefined &&
    place?.system === system &&
    (arch === undefined || place.arch === arch) &&
    rank !== -1;
  return isFit ? [{ artifact, place, rank }] : [];
};

const inOrder = (a: Fitting, b: Fitting): number =>
  a.rank - b.rank || archOrder.indexOf(a.place.arch) - archOrder.indexOf(b.place.arch);

/** The client reads versions with npm's semver, whose numbers are JavaScript's. */
const isReadable = (version: string): boolean =>
  isSemVer(version.replace(/^v/, ''), BigInt(Number.MAX_SAFE_INTEGER));

/** Which of a release's files the document names, and in which order. */
const filesOf = (release: ReleaseWithArtifacts, wanted: Wanted): Artifact[] =>
  !isReadable(release.version)
    ? []
    : release.artifacts
        .flatMap((artifact) => fit(artifact, wanted))
        .sort(inOrder)
        .map(({ artifact }) => artifact);

const renderRelease = (release: ReleaseWithArtifacts, files: readonly Artifact[], { pathOf }: FeedView) =>
  [
    mapOf({ version: release.version }),
    listOf(
      'files',
      files.map((artifact) => ({
        url: pathOf(release, artifact),
        sha512: artifact.facts.sha512,
        size: artifact.sizeBytes,
        blockMapSize: artifact.facts.blockMapSize,
      })),
    ),
    mapOf({
      releaseName: release.version,
      releaseNotes: release.notes,
      releaseDate: release.pubDate,
      minimumSystemVersion: files[0]?.facts.minimumKernel,
    }),
  ].join('');

/** electron-updater's feed. */
export const electron: Feed = {
  id: 'electron',
  parse: (channel, rest) => {
    const { channel: asked = '', system = '' } =
      (rest.length > longestName ? undefined : name.exec(rest)?.groups) ?? {};
    if (asked === '') return undefined;
    return { channel: asked === 'latest' ? channel : asked, document: system };
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
};

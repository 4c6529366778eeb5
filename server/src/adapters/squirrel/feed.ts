import { formatNodePlatform, type Platform, parsePlatform } from '@slipway/core/platform.ts';
import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { ArtifactMatch, Feed, FeedAddress, FeedView } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { renderIfNewer } from '../render-if-newer.ts';
import { reviewPackages } from '../review-packages.ts';
import {
  parseSquirrelDocument,
  parseSquirrelPath,
  type SquirrelDocument,
  type SquirrelDocumentKind,
} from './parse-path.ts';
import { fromPackageVersion, renderReleasesFile, toPackageVersion } from './releases-file.ts';
import { renderSquirrelJson, updateFields } from './update-json.ts';

/*
 * The feed of Electron's built-in autoUpdater: Squirrel.Mac, Squirrel.Windows and MSIX, at the URLs that
 * update-electron-app builds.
 */

const formats: Readonly<Record<SquirrelDocumentKind, readonly string[]>> = {
  mac: ['.zip'],
  'mac-list': ['.zip'],
  msix: ['.msix', '.msixbundle'],
  releases: ['.nupkg'],
};

const systemOf = (kind: SquirrelDocumentKind): Platform['system'] =>
  kind.startsWith('mac') ? 'darwin' : 'windows';

const readableName = /-\d+(?:\.\d+){1,3}(?:-[A-Za-z][0-9A-Za-z-]*)?-(?:full|delta)\.nupkg$/;

const packageFault = ({ version }: ReleaseWithArtifacts, artifact: Artifact): string | undefined => {
  const { target, facts } = artifact;
  const { fileName = '', sha1 } = facts;
  const ending = `-${toPackageVersion(version)}-${isMain(artifact) ? 'full' : 'delta'}.nupkg`;
  if (!readableName.test(fileName) || !fileName.endsWith(ending))
    return `The file for ${target} is not named {id}${ending}, from which Squirrel.Windows reads the version.`;
  return sha1 === undefined ? `The artifact for ${target} was declared without a SHA-1.` : undefined;
};

const matchFile = (
  requested: SquirrelDocument,
  release: ReleaseWithArtifacts,
  artifact: Artifact,
): ArtifactMatch => {
  const { kind, arch } = requested;
  const place = parsePlatform(artifact.target);
  const isListed =
    isMain(artifact) &&
    place?.system === systemOf(kind) &&
    (place.arch === arch || place.arch === 'universal') &&
    formats[kind].includes(artifact.format);
  if (!isListed) return 'elsewhere';
  if (artifact.state !== 'active') return { reason: `The artifact for ${artifact.target} was pruned.` };
  const reason = kind === 'releases' ? packageFault(release, artifact) : undefined;
  return reason === undefined ? 'fit' : { reason };
};

/** The client's own architecture wins over universal. */
const pickFor =
  (requested: SquirrelDocument) =>
  (release: ReleaseWithArtifacts): Artifact | undefined => {
    const fitting = release.artifacts.filter((artifact) => matchFile(requested, release, artifact) === 'fit');
    return fitting.find(({ target }) => parsePlatform(target)?.arch === requested.arch) ?? fitting[0];
  };

/** Drops deltas with names that the client cannot parse, since one such name makes it reject the list. */
const readableOf = (view: FeedView): FeedView => ({
  ...view,
  releases: view.releases.map((release) => ({
    ...release,
    artifacts: release.artifacts.filter((one) => isMain(one) || packageFault(release, one) === undefined),
  })),
});

const renderMacList = (view: FeedView, requested: SquirrelDocument) => {
  for (const release of view.releases) {
    const artifact = pickFor(requested)(release);
    if (artifact === undefined) continue;
    const { version } = release;
    const updateTo = { version, ...updateFields(release, view.urlOf(release, artifact)) };
    return renderSquirrelJson({ currentRelease: version, releases: [{ version, updateTo }] });
  }
  return undefined;
};

const addressesFor = (place: Platform): FeedAddress[] => {
  const { system, arch } = place;
  const name = formatNodePlatform({ ...place, bundle: undefined }).replace('windows', 'win32');
  const at = (client: string, kind: SquirrelDocumentKind, rest: string): FeedAddress => ({
    ...{ client, configPath: `/${name}`, requestPath: `${name}/${rest}` },
    document: `${kind}:${arch}`,
  });
  if (system === 'linux') return [];
  return system === 'darwin'
    ? [at('Electron autoUpdater on macOS', 'mac', '{version}')]
    : [
        at('Squirrel.Windows', 'releases', 'RELEASES'),
        at('Electron autoUpdater with MSIX', 'msix', 'msix/{version}'),
      ];
};

export const squirrelFeed: Feed = {
  id: 'squirrel',
  depth: 25,
  sendsVersion: true,
  publishedSpellings: fromPackageVersion,
  parse: parseSquirrelPath,
  render: (view, document) => {
    const requested = parseSquirrelDocument(document);
    if (requested === undefined) return undefined;
    if (requested.kind === 'mac-list') return renderMacList(view, requested);
    if (requested.kind === 'releases')
      return renderReleasesFile(readableOf(view), squirrelFeed.depth, pickFor(requested));
    return renderIfNewer(view.releases, pickFor(requested), ({ release, artifact }) =>
      renderSquirrelJson(updateFields(release, view.urlOf(release, artifact))),
    );
  },
  matchArtifact: (document, release, artifact) => {
    const requested = parseSquirrelDocument(document);
    return requested === undefined ? 'elsewhere' : matchFile(requested, release, artifact);
  },
  clientChecksShare: (document) => parseSquirrelDocument(document)?.kind === 'releases',
  // Velopack packages are the same files.
  review: reviewPackages,
  // A Mac sends its real architecture, never universal.
  addresses: (place) =>
    place.arch === 'universal'
      ? (['aarch64', 'x86_64'] as const).flatMap((arch) => addressesFor({ ...place, arch }))
      : addressesFor(place),
};

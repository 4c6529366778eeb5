import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { Feed, FeedAddress, FeedView, Fitness } from '../../domain/model/feed.ts';
import { formatNodePlace, type Place, parsePlace } from '../../domain/model/platform.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { offerToOlder } from '../offered.ts';
import { reviewPackages } from '../review-packages.ts';
import { type Document, type Kind, parseAddress, parseDocument } from './address.ts';
import { inNames, notInNames, renderReleases } from './releases.ts';
import { renderJson, updateOf } from './update.ts';

/*
 * The feed of Electron's own autoUpdater: Squirrel.Mac, Squirrel.Windows and MSIX, at the addresses that
 * update-electron-app makes.
 */

const formats: Readonly<Record<Kind, readonly string[]>> = {
  mac: ['.zip'],
  'mac-list': ['.zip'],
  msix: ['.msix', '.msixbundle'],
  releases: ['.nupkg'],
};

const systemOf = (kind: Kind): Place['system'] => (kind.startsWith('mac') ? 'darwin' : 'windows');

const readableName = /-\d+(?:\.\d+){1,3}(?:-[A-Za-z][0-9A-Za-z-]*)?-(?:full|delta)\.nupkg$/;

const packageFault = ({ version }: ReleaseWithArtifacts, artifact: Artifact): string | undefined => {
  const { target, facts } = artifact;
  const { fileName = '', sha1 } = facts;
  const ending = `-${inNames(version)}-${isMain(artifact) ? 'full' : 'delta'}.nupkg`;
  if (!readableName.test(fileName) || !fileName.endsWith(ending))
    return `The file for ${target} is not named {id}${ending}, from which Squirrel.Windows reads the version.`;
  return sha1 === undefined ? `Its artifact for ${target} was declared without a SHA-1.` : undefined;
};

const judge = (wanted: Document, release: ReleaseWithArtifacts, artifact: Artifact): Fitness => {
  const { kind, arch } = wanted;
  const place = parsePlace(artifact.target);
  const isMeant =
    isMain(artifact) &&
    place?.system === systemOf(kind) &&
    (place.arch === arch || place.arch === 'universal') &&
    formats[kind].includes(artifact.format);
  if (!isMeant) return 'elsewhere';
  if (artifact.state !== 'active') return { reason: `Its artifact for ${artifact.target} was pruned.` };
  const reason = kind === 'releases' ? packageFault(release, artifact) : undefined;
  return reason === undefined ? 'fit' : { reason };
};

/** Whose own architecture comes before one that is for all. */
const pickFor =
  (wanted: Document) =>
  (release: ReleaseWithArtifacts): Artifact | undefined => {
    const fitting = release.artifacts.filter((artifact) => judge(wanted, release, artifact) === 'fit');
    return fitting.find(({ target }) => parsePlace(target)?.arch === wanted.arch) ?? fitting[0];
  };

/** Without the deltas whose names the client cannot read: one of them costs it the whole list. */
const readableOf = (view: FeedView): FeedView => ({
  ...view,
  releases: view.releases.map((release) => ({
    ...release,
    artifacts: release.artifacts.filter((one) => isMain(one) || packageFault(release, one) === undefined),
  })),
});

const renderMacList = (view: FeedView, wanted: Document) => {
  for (const release of view.releases) {
    const artifact = pickFor(wanted)(release);
    if (artifact === undefined) continue;
    const { version } = release;
    const updateTo = { version, ...updateOf(release, view.urlOf(release, artifact)) };
    return renderJson({ currentRelease: version, releases: [{ version, updateTo }] });
  }
  return undefined;
};

const addressesFor = (place: Place): FeedAddress[] => {
  const { system, arch } = place;
  const name = formatNodePlace({ ...place, bundle: undefined }).replace('windows', 'win32');
  const at = (client: string, kind: Kind, rest: string): FeedAddress => ({
    ...{ client, setting: `/${name}`, rest: `${name}/${rest}` },
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

/** Squirrel's feed. */
export const squirrelFeed: Feed = {
  id: 'squirrel',
  depth: 25,
  tellsVersion: true,
  publishedAs: notInNames,
  parse: parseAddress,
  render: (view, document) => {
    const wanted = parseDocument(document);
    if (wanted === undefined) return undefined;
    if (wanted.kind === 'mac-list') return renderMacList(view, wanted);
    if (wanted.kind === 'releases')
      return renderReleases(readableOf(view), squirrelFeed.depth, pickFor(wanted));
    return offerToOlder(view.releases, pickFor(wanted), ({ release, artifact }) =>
      renderJson(updateOf(release, view.urlOf(release, artifact))),
    );
  },
  judge: (document, release, artifact) => {
    const wanted = parseDocument(document);
    return wanted === undefined ? 'elsewhere' : judge(wanted, release, artifact);
  },
  judgesShare: (document) => parseDocument(document)?.kind === 'releases',
  // Of packages for Velopack, too: they are the same files.
  review: reviewPackages,
  // No Mac asks for universal: it says what it is.
  addresses: (place) =>
    place.arch === 'universal'
      ? (['aarch64', 'x86_64'] as const).flatMap((arch) => addressesFor({ ...place, arch }))
      : addressesFor(place),
};

import type { Rendered } from '../../domain/model/adapter.ts';
import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { ByClient, Feed, FeedAddress, FeedView } from '../../domain/model/feed.ts';
import { type Arch, formatNodePlace, nodeArches, type Place } from '../../domain/model/platform.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { plainVersion } from '../../domain/model/version.ts';
import { deltaIn, isReached, listPackages, type PackageList, type Packed } from '../nupkg.ts';
import { parseAddress } from './address.ts';
import { readPackageName } from './package-name.ts';
import { judgePackage, pickFull } from './packages.ts';
import { type Choice, documentOf, parseDocument, spotOf } from './place-choice.ts';

/*
 * `releases.{name}.json`, for Velopack. The client takes the highest version of the list, asks for files by their bare
 * names beside it, and applies every delta above its own version: chain.ts says who is shown which.
 */

const assetOf = (release: ReleaseWithArtifacts, artifact: Artifact, notes: string) => {
  const { fileName = '', sha1 = '' } = artifact.facts;
  return {
    PackageId: readPackageName(fileName, release.version)?.id,
    Version: plainVersion(release.version),
    Type: isMain(artifact) ? 'Full' : 'Delta',
    FileName: fileName,
    SHA1: sha1.toUpperCase(),
    SHA256: artifact.sha256.toUpperCase(),
    Size: artifact.sizeBytes,
    NotesMarkdown: notes,
  };
};

const assetsOf = (list: PackageList, one: Packed, withDeltas: boolean) => {
  const delta = withDeltas ? deltaIn(list, one) : undefined;
  const notes = one === list.packed[0] ? one.release.notes : '';
  return [
    assetOf(one.release, one.full, notes),
    ...(delta === undefined ? [] : [assetOf(one.release, delta, '')]),
  ];
};

const render = (list: PackageList, withDeltas: boolean): Rendered => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ Assets: list.packed.flatMap((one) => assetsOf(list, one, withDeltas)) }),
});

/** The releases with what fits of them, which is all that a document is made of. */
const fittingOf = ({ releases }: FeedView, choice: Choice): ReleaseWithArtifacts[] =>
  releases.map((release) => ({
    ...release,
    artifacts: release.artifacts.filter((one) => judgePackage(choice, release, one) === 'fit'),
  }));

/** What is listed; undefined where the address tells too little. */
const listOf = (view: FeedView, choice: Choice, most: number): PackageList | undefined => {
  const fitting = fittingOf(view, choice);
  const mains = fitting.flatMap(({ artifacts }) => artifacts.filter(isMain));
  const there = new Set(mains.map(({ target }) => spotOf(target)));
  if (choice.isOnly && there.size > 1) return undefined;
  const spot = choice.spots.find((one) => there.has(one));
  return spot === undefined
    ? { packed: [], deltas: [], reached: new Set() }
    : listPackages({ ...view, releases: fitting }, most, pickFull(spot));
};

const byClient = (list: PackageList): Rendered | ByClient => {
  const plain = render(list, false);
  if (list.deltas.length === 0) return plain;
  const chained = render(list, true);
  return { all: [plain, chained], choose: ({ version }) => (isReached(list, version) ? chained : plain) };
};

const ridArches: Partial<Record<Arch, string>> = { i686: 'x86', armv7: 'arm' };
const ridSystems = { windows: 'win', darwin: 'osx', linux: 'linux' };

const nobody = { rid: undefined, os: undefined, arch: undefined };

const addressOf = (place: Place): FeedAddress[] => {
  const rid = `${ridSystems[place.system]}-${ridArches[place.arch] ?? nodeArches[place.arch]}`;
  const name = formatNodePlace({ ...place, bundle: undefined });
  const document = documentOf({ target: name, name: rid, machine: nobody });
  if (document === undefined) return [];
  return [
    { client: `Velopack, ${rid}`, setting: `/${name}`, rest: `${name}/releases.${rid}.json`, document },
  ];
};

/** Velopack's feed. */
export const velopack: Feed = {
  id: 'velopack',
  depth: 25,
  tellsVersion: true,
  parse: parseAddress,
  render: (view, document) => {
    const choice = parseDocument(document);
    const list = choice && listOf(view, choice, velopack.depth);
    return list && byClient(list);
  },
  judge: (document, release, artifact) => {
    const choice = parseDocument(document);
    return choice === undefined ? 'elsewhere' : judgePackage(choice, release, artifact);
  },
  // A document lists the packages of one place alone.
  slotsOf: (_, target) => [spotOf(target) ?? ''],
  addresses: addressOf,
};

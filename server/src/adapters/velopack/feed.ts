import { type Arch, formatNodePlatform, nodeArches, type Platform } from '@slipway/core/platform.ts';
import { plainVersion } from '@slipway/core/version.ts';
import type { RenderedResponse } from '../../domain/model/adapter.ts';
import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { Feed, FeedAddress, FeedView, PerClientDocument } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { deltaOf, hasDeltaPath, listPackages, type PackagedRelease, type PackageList } from '../nupkg.ts';
import { parsePackageName } from './package-name.ts';
import { matchPackage, pickFullPackage } from './packages.ts';
import { parseVelopackPath } from './parse-path.ts';
import {
  documentNameFor,
  type PlatformChoice,
  parseVelopackDocument,
  systemArchOf,
} from './platform-choice.ts';

/*
 * `releases.{name}.json`, for Velopack. The client takes the highest version, requests files by name next to the list,
 * and applies every delta above its own version; see delta-chain.ts.
 */

const assetOf = (release: ReleaseWithArtifacts, artifact: Artifact, notes: string) => {
  const { fileName = '', sha1 = '' } = artifact.facts;
  return {
    PackageId: parsePackageName(fileName, release.version)?.id,
    Version: plainVersion(release.version),
    Type: isMain(artifact) ? 'Full' : 'Delta',
    FileName: fileName,
    SHA1: sha1.toUpperCase(),
    SHA256: artifact.sha256.toUpperCase(),
    Size: artifact.sizeBytes,
    NotesMarkdown: notes,
  };
};

const assetsOf = (list: PackageList, one: PackagedRelease, withDeltas: boolean) => {
  const delta = withDeltas ? deltaOf(list, one) : undefined;
  const notes = one === list.packages[0] ? one.release.notes : '';
  return [
    assetOf(one.release, one.full, notes),
    ...(delta === undefined ? [] : [assetOf(one.release, delta, '')]),
  ];
};

const render = (list: PackageList, withDeltas: boolean): RenderedResponse => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ Assets: list.packages.flatMap((one) => assetsOf(list, one, withDeltas)) }),
});

/** Releases reduced to their matching artifacts. */
const fittingOf = ({ releases }: FeedView, choice: PlatformChoice): ReleaseWithArtifacts[] =>
  releases.map((release) => ({
    ...release,
    artifacts: release.artifacts.filter((one) => matchPackage(choice, release, one) === 'fit'),
  }));

/** Undefined if the URL does not identify a platform. */
const listOf = (view: FeedView, choice: PlatformChoice, most: number): PackageList | undefined => {
  const fitting = fittingOf(view, choice);
  const mains = fitting.flatMap(({ artifacts }) => artifacts.filter(isMain));
  const there = new Set(mains.map(({ target }) => systemArchOf(target)));
  if (choice.mustBeUnique && there.size > 1) return undefined;
  const spot = choice.systemArches.find((one) => there.has(one));
  return spot === undefined
    ? { packages: [], deltas: [], reachable: new Set() }
    : listPackages({ ...view, releases: fitting }, most, pickFullPackage(spot));
};

const byClient = (list: PackageList): RenderedResponse | PerClientDocument => {
  const plain = render(list, false);
  if (list.deltas.length === 0) return plain;
  const chained = render(list, true);
  return {
    variants: [plain, chained],
    choose: ({ version }) => (hasDeltaPath(list, version) ? chained : plain),
  };
};

const ridArches: Partial<Record<Arch, string>> = { i686: 'x86', armv7: 'arm' };
const ridSystems = { windows: 'win', darwin: 'osx', linux: 'linux' };

const nobody = { rid: undefined, os: undefined, arch: undefined };

const addressOf = (place: Platform): FeedAddress[] => {
  const rid = `${ridSystems[place.system]}-${ridArches[place.arch] ?? nodeArches[place.arch]}`;
  const name = formatNodePlatform({ ...place, bundle: undefined });
  const document = documentNameFor({ target: name, name: rid, machine: nobody });
  if (document === undefined) return [];
  return [
    {
      client: `Velopack, ${rid}`,
      configPath: `/${name}`,
      requestPath: `${name}/releases.${rid}.json`,
      document,
    },
  ];
};

export const velopack: Feed = {
  id: 'velopack',
  depth: 25,
  sendsVersion: true,
  parse: parseVelopackPath,
  render: (view, document) => {
    const choice = parseVelopackDocument(document);
    const list = choice && listOf(view, choice, velopack.depth);
    return list && byClient(list);
  },
  matchArtifact: (document, release, artifact) => {
    const choice = parseVelopackDocument(document);
    return choice === undefined ? 'elsewhere' : matchPackage(choice, release, artifact);
  },
  // A document lists packages for a single platform.
  audiencesOf: (_, target) => [systemArchOf(target) ?? ''],
  addresses: addressOf,
};

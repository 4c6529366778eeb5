import { compareVersions, parseVersion, plainVersion } from '@slipway/core/version.ts';
import { buildDeltaChain, type DeltaLink, selectListed } from '../domain/decision/delta-chain.ts';
import type { Artifact } from '../domain/model/artifact.ts';
import type { FeedView } from '../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../domain/model/release.ts';

/*
 * Packages of Squirrel.Windows and Velopack: a full one per platform and optionally a delta from an older release,
 * declared as its companion.
 */

/** A release with its full package for one platform. */
export interface PackagedRelease {
  release: ReleaseWithArtifacts;
  full: Artifact;
  delta: Artifact | undefined;
}

/** The versions that a client sees, highest first, with the deltas between them. */
export interface PackageList {
  packages: readonly PackagedRelease[];
  /** The unbroken delta chain, and the versions that it updates from. */
  deltas: readonly string[];
  reachable: ReadonlySet<string>;
}

const isDelta = ({ state, format, facts }: Artifact): boolean =>
  state === 'active' && format === '.nupkg' && facts.sha1 !== undefined && facts.fileName !== undefined;

const pack = (release: ReleaseWithArtifacts, full: Artifact): PackagedRelease => ({
  release,
  full,
  delta: release.artifacts.find((one) => one.companionOf === full.target && isDelta(one)),
});

/** The previously published version with a package for the same target, even if it was withdrawn since. */
const versionBefore = (published: readonly ReleaseWithArtifacts[], { release, full }: PackagedRelease) => {
  const at = published.findIndex(({ id }) => id === release.id);
  const earlier = at === -1 ? [] : published.slice(at + 1);
  return earlier.find(({ artifacts }) => artifacts.some(({ target }) => target === full.target))?.version;
};

/** The base of each delta: as declared, else the previously published release. */
const linksOf = (
  published: readonly ReleaseWithArtifacts[],
  inOrder: readonly PackagedRelease[],
): DeltaLink[] =>
  inOrder.map((one) => {
    const deltaFrom = one.delta && (one.delta.facts.deltaFrom ?? versionBefore(published, one));
    return { version: plainVersion(one.release.version), deltaFrom: deltaFrom && plainVersion(deltaFrom) };
  });

/** Releases come last published first; `pick` finds the full package of each. */
export const listPackages = (
  { releases, published, shares }: Pick<FeedView, 'releases' | 'published' | 'shares'>,
  most: number,
  pick: (release: ReleaseWithArtifacts) => Artifact | undefined,
): PackageList => {
  const fulls = new Map(
    releases.flatMap((release) => {
      const full = pick(release);
      return full === undefined ? [] : [[release, full] as const];
    }),
  );
  const byPublication = selectListed([...fulls.keys()], most, shares).map((release) =>
    pack(release, fulls.get(release) as Artifact),
  );
  const packages = byPublication.toSorted((a, b) =>
    compareVersions(parseVersion(b.release.version), parseVersion(a.release.version)),
  );
  return { packages, ...buildDeltaChain(linksOf(published, packages)) };
};

/** Whether deltas lead from that version to the newest. */
export const hasDeltaPath = ({ reachable }: PackageList, version: string | undefined): boolean =>
  version !== undefined && reachable.has(plainVersion(version));

/** The delta of a release, if the chain includes it. */
export const deltaOf = (
  { deltas }: PackageList,
  { release, delta }: PackagedRelease,
): Artifact | undefined => (deltas.includes(plainVersion(release.version)) ? delta : undefined);

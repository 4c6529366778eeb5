import { buildDeltaChain, type DeltaLink, selectListed } from '../domain/decision/delta-chain.ts';
import type { Artifact } from '../domain/model/artifact.ts';
import type { FeedView } from '../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../domain/model/release.ts';
import { compareVersions, parseVersion, plainVersion } from '../domain/model/version.ts';

/*
 * Packages as Squirrel.Windows and Velopack have them: a full one for a place, and beside it perhaps a delta from an
 * older release, declared as its companion.
 */

/** A release with its full package for a place. */
export interface PackagedRelease {
  release: ReleaseWithArtifacts;
  full: Artifact;
  delta: Artifact | undefined;
}

/** The versions that a client is shown, the highest first, and the deltas among them for those who can use them. */
export interface PackageList {
  packed: readonly PackagedRelease[];
  /** Which releases' deltas an unbroken row leads over, by version. */
  deltas: readonly string[];
  reached: ReadonlySet<string>;
}

const isDelta = ({ state, format, facts }: Artifact): boolean =>
  state === 'active' && format === '.nupkg' && facts.sha1 !== undefined && facts.fileName !== undefined;

const pack = (release: ReleaseWithArtifacts, full: Artifact): PackagedRelease => ({
  release,
  full,
  delta: release.artifacts.find((one) => one.companionOf === full.target && isDelta(one)),
});

/** The version with a package for the same target that was published before, whatever became of it since. */
const versionBefore = (published: readonly ReleaseWithArtifacts[], { release, full }: PackagedRelease) => {
  const at = published.findIndex(({ id }) => id === release.id);
  const earlier = at === -1 ? [] : published.slice(at + 1);
  return earlier.find(({ artifacts }) => artifacts.some(({ target }) => target === full.target))?.version;
};

/** Which delta starts where: as declared, else from the release that was published before. */
const linksOf = (
  published: readonly ReleaseWithArtifacts[],
  inOrder: readonly PackagedRelease[],
): DeltaLink[] =>
  inOrder.map((one) => {
    const deltaFrom = one.delta && (one.delta.facts.deltaFrom ?? versionBefore(published, one));
    return { version: plainVersion(one.release.version), deltaFrom: deltaFrom && plainVersion(deltaFrom) };
  });

/** What is listed of releases, last published first, where `pick` finds the full package. */
export const listPackages = (
  { releases, published }: Pick<FeedView, 'releases' | 'published'>,
  most: number,
  pick: (release: ReleaseWithArtifacts) => Artifact | undefined,
): PackageList => {
  const fulls = new Map(
    releases.flatMap((release) => {
      const full = pick(release);
      return full === undefined ? [] : [[release, full] as const];
    }),
  );
  const byPublication = selectListed([...fulls.keys()], most).map((release) =>
    pack(release, fulls.get(release) as Artifact),
  );
  const packed = byPublication.toSorted((a, b) =>
    compareVersions(parseVersion(b.release.version), parseVersion(a.release.version)),
  );
  return { packed, ...buildDeltaChain(linksOf(published, packed)) };
};

/** Whether a client of that version is led to the newest by the deltas. */
export const hasDeltaPath = ({ reached }: PackageList, version: string | undefined): boolean =>
  version !== undefined && reached.has(plainVersion(version));

/** The delta of a release, where it is in the row. */
export const deltaOf = (
  { deltas }: PackageList,
  { release, delta }: PackagedRelease,
): Artifact | undefined => (deltas.includes(plainVersion(release.version)) ? delta : undefined);

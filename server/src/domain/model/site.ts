import type { App } from './app.ts';
import { isActiveFile } from './artifact.ts';
import type { BuiltInKeys } from './built-in-keys.ts';
import type { CriticalVersion } from './published-version.ts';
import type { ReleaseWithArtifacts } from './release.ts';

/** The public content of one host. Immutable; a change swaps in a new one. */
export interface Site {
  readonly host: string;
  /** The prefix of URLs in its responses. */
  readonly baseUrl: string;
  readonly app: App;
  /** Per channel: releases that can be offered, and the latest; last published first. */
  readonly channels: ReadonlyMap<string, readonly ReleaseWithArtifacts[]>;
  /** Per channel: versions that clients must leave, without a leading v. */
  readonly rescued: ReadonlyMap<string, ReadonlySet<string>>;
  /** Per channel: versions that older clients must not postpone, newest first. */
  readonly critical: ReadonlyMap<string, readonly CriticalVersion[]>;
  /** The public keys built into clients, if they differ by version. */
  readonly builtIn?: BuiltInKeys | undefined;
  /** Maps a channel to the one that it also offers. */
  readonly alsoOffers: ReadonlyMap<string, string>;
  /** Published spellings by plain version. */
  readonly versions: ReadonlyMap<string, string>;
  /** Per channel: versions with their own client count. */
  readonly sketched: ReadonlyMap<string, ReadonlySet<string>>;
  /** Limits the number of cached responses. */
  readonly artifactCount: number;
  /** Approximate memory, including rendered responses. */
  readonly weightBytes: number;
}

const siteWeight = 1000;
const artifactWeight = 1200;
const versionWeight = 150;

/** A version in a rule, as text and as lookup key. */
const namedWeight = 100;

const weightOfRules = ({ policy }: ReleaseWithArtifacts): number =>
  (policy.from?.except ?? []).reduce((sum, version) => sum + namedWeight + 2 * version.length, 0);

const weightOfRelease = (release: ReleaseWithArtifacts): number =>
  release.artifacts.reduce(
    (sum, { signature }) => sum + artifactWeight + release.notes.length + 2 * (signature?.length ?? 0),
    siteWeight + release.notes.length + weightOfRules(release),
  );

const isServable = (release: ReleaseWithArtifacts): boolean =>
  release.state === 'published' &&
  release.sequence !== undefined &&
  release.artifacts.every(
    ({ state, sha256, sizeBytes }) => state !== 'active' || (/^[0-9a-f]{64}$/.test(sha256) && sizeBytes > 0),
  );

/** Last published first. */
export const comparePublished = (a: ReleaseWithArtifacts, b: ReleaseWithArtifacts): number =>
  (b.sequence ?? 0) - (a.sequence ?? 0);

export const groupByChannel = (
  releases: readonly ReleaseWithArtifacts[],
): Map<string, ReleaseWithArtifacts[]> =>
  Map.groupBy(releases.toSorted(comparePublished), ({ channel }) => channel);

/** The targets that releases have files for, each once. */
export const activeTargets = (releases: readonly ReleaseWithArtifacts[]): string[] => {
  const active = releases.flatMap(({ artifacts }) => artifacts.filter(isActiveFile));
  return [...new Set(active.map(({ target }) => target))];
};

/** Validates stored data first: throws on inconsistent rows. */
export const makeSite = (
  {
    channels = [],
    rescued = new Map(),
    critical = new Map(),
    alsoOffers = new Map(),
    versions = new Map(),
    sketched = new Map(),
    ...address
  }: Pick<Site, 'host' | 'baseUrl'> &
    Partial<Pick<Site, 'rescued' | 'critical' | 'alsoOffers' | 'versions' | 'sketched' | 'builtIn'>> & {
      channels?: readonly string[];
    },
  app: App,
  releases: readonly ReleaseWithArtifacts[],
): Site => {
  if (!releases.every(isServable))
    throw new Error(`the releases of ${app.slug} cannot be served as they are`);
  return {
    ...address,
    app,
    rescued,
    critical,
    alsoOffers,
    versions,
    sketched,
    channels: new Map([
      ...channels.map((name): [string, ReleaseWithArtifacts[]] => [name, []]),
      ...groupByChannel(releases),
    ]),
    artifactCount: releases.reduce((sum, { artifacts }) => sum + artifacts.length, 0),
    weightBytes: releases.reduce(
      (sum, release) => sum + weightOfRelease(release),
      siteWeight + versionWeight * versions.size,
    ),
  };
};

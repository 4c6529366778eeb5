import type { App } from './app.ts';
import type { BuiltInKeys } from './built-in-keys.ts';
import type { CriticalVersion } from './published-version.ts';
import type { ReleaseWithArtifacts } from './release.ts';
import { isForNewInstalls } from './rollout.ts';

/** What one host shows the public: an app and what can be offered of it. Never changes; a new one is swapped in. */
export interface Site {
  readonly host: string;
  /** The address of this site; URLs in its answers begin with it. */
  readonly baseUrl: string;
  readonly app: App;
  /** Each channel's releases that can be offered or are its latest, last published first; none where it is empty. */
  readonly channels: ReadonlyMap<string, readonly ReleaseWithArtifacts[]>;
  /** By channel, the versions whose clients are to get away from them, without a leading v. */
  readonly rescued: ReadonlyMap<string, ReadonlySet<string>>;
  /** By channel, the versions that older clients must not put off, newest version first. */
  readonly critical: ReadonlyMap<string, readonly CriticalVersion[]>;
  /** The keys that clients have built in, where those of some versions have others. */
  readonly builtIn?: BuiltInKeys | undefined;
  /** The channel whose newer releases the clients of a channel get, too, by its name. */
  readonly alsoOffers: ReadonlyMap<string, string>;
  /** The versions that the app published, as it spells them, by what they are without a leading v. */
  readonly versions: ReadonlyMap<string, string>;
  /** By channel, those of them whose clients are told apart by themselves. */
  readonly sketched: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many artifacts can be asked for: what bounds the answers that are kept of it. */
  readonly artifactCount: number;
  /** What it takes in memory, roughly, its rendered answers included. */
  readonly weightBytes: number;
}

const siteWeight = 1000;
const artifactWeight = 1200;
const versionWeight = 150;

/** A version in a rule, as it is written and as it is looked up. */
const namedWeight = 100;

const weighRules = ({ policy }: ReleaseWithArtifacts): number =>
  (policy.from?.except ?? []).reduce((sum, version) => sum + namedWeight + 2 * version.length, 0);

const weigh = (release: ReleaseWithArtifacts): number =>
  release.artifacts.reduce(
    (sum, { signature }) => sum + artifactWeight + release.notes.length + 2 * (signature?.length ?? 0),
    siteWeight + release.notes.length + weighRules(release),
  );

const isServable = (release: ReleaseWithArtifacts): boolean =>
  release.state === 'published' &&
  release.sequence !== undefined &&
  release.artifacts.every(
    ({ state, sha256, sizeBytes }) => state !== 'active' || (/^[0-9a-f]{64}$/.test(sha256) && sizeBytes > 0),
  );

/** Makes a site. Generated state is looked at before it is served: throws on rows that cannot be right. */
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
  const inOrder = releases.toSorted((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0));
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
      ...Map.groupBy(inOrder, ({ channel }) => channel),
    ]),
    artifactCount: releases.reduce((sum, { artifacts }) => sum + artifacts.length, 0),
    weightBytes: releases.reduce(
      (sum, release) => sum + weigh(release),
      siteWeight + versionWeight * versions.size,
    ),
  };
};

/** The latest release of a channel that is for new installations, whatever its targets: spec 4.7. */
export const latestOf = (site: Site, channel: string): ReleaseWithArtifacts | undefined =>
  site.channels.get(channel)?.find(({ rollout }) => isForNewInstalls(rollout));

import type { App } from './nouns/app.ts';
import type { Hosts } from './nouns/host.ts';
import type { ReleaseWithArtifacts } from './nouns/release.ts';
import type { Reads } from './ports/store.ts';

/** What one host shows the public: an app and what can be offered of it. Never changes; a new one is swapped in. */
export interface Site {
  readonly host: string;
  /** The address of this site; URLs in its answers begin with it. */
  readonly baseUrl: string;
  readonly app: App;
  /** Each channel's releases that can be offered or are its latest, last published first. */
  readonly channels: ReadonlyMap<string, readonly ReleaseWithArtifacts[]>;
  /** What it takes in memory, roughly, its rendered answers included. */
  readonly weightBytes: number;
}

export type SiteReads = Pick<Reads, 'findAppByPublicSlug' | 'findAppByDomain' | 'listOfferable'>;

const siteWeight = 1000;
const artifactWeight = 1200;

const weigh = (release: ReleaseWithArtifacts): number =>
  release.artifacts.reduce(
    (sum, { signature }) => sum + artifactWeight + release.notes.length + 2 * (signature?.length ?? 0),
    siteWeight + release.notes.length,
  );

/** Generated state is looked at before it is served: rows that cannot be right keep the last good site. */
const isServable = (release: ReleaseWithArtifacts): boolean =>
  release.state === 'published' &&
  release.sequence !== undefined &&
  release.artifacts.every(
    ({ state, sha256, sizeBytes }) => state !== 'active' || (/^[0-9a-f]{64}$/.test(sha256) && sizeBytes > 0),
  );

const byChannel = (releases: ReleaseWithArtifacts[]): Map<string, ReleaseWithArtifacts[]> => {
  const channels = new Map<string, ReleaseWithArtifacts[]>();
  for (const release of releases.toSorted((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0))) {
    const listed = channels.get(release.channel);
    if (listed === undefined) channels.set(release.channel, [release]);
    else listed.push(release);
  }
  return channels;
};

const findApp = async (store: SiteReads, hosts: Hosts, host: string): Promise<App | undefined> => {
  const whose = hosts.whose(host);
  if (whose.kind === 'service') return undefined;
  return whose.kind === 'public-slug'
    ? store.findAppByPublicSlug(whose.publicSlug)
    : store.findAppByDomain(host);
};

/** Reads a host's site from the store; undefined when no app has the host. */
export const loadSite = async (store: SiteReads, hosts: Hosts, host: string): Promise<Site | undefined> => {
  const app = await findApp(store, hosts, host);
  if (app === undefined) return undefined;
  const releases = await store.listOfferable(app.slug);
  if (!releases.every(isServable))
    throw new Error(`the releases of ${app.slug} cannot be served as they are`);
  return {
    host,
    baseUrl: hosts.whose(host).kind === 'public-slug' ? hosts.publicUrl(app.publicSlug) : hosts.urlOf(host),
    app,
    channels: byChannel(releases),
    weightBytes: releases.reduce((sum, release) => sum + weigh(release), siteWeight),
  };
};

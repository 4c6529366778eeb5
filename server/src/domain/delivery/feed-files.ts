import { createFairSemaphore } from '@slipway/core/fair-semaphore.ts';
import { platformName } from '@slipway/core/platform.ts';
import { versionSpellings } from '@slipway/core/version.ts';
import { planDocument } from '../decision/feed-plan.ts';
import { selectForClient, visibleReleases } from '../decision/feed-selection.ts';
import { channelsFor } from '../decision/planner.ts';
import { type Artifact, fileNameOf, isMain } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import { notFound } from '../model/errors.ts';
import type { FileLookup } from '../model/feed.ts';
import type { Client } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Site } from '../model/site.ts';
import type { Releases } from '../ports/releases.ts';

/* Resolves file names in feed URLs: channel, version, target and the file's own name. */

export interface FileAddress {
  channel: string;
  version: string;
  target: string;
  fileName: string;
}

export interface ArtifactRef {
  releaseId: string;
  target: string;
}

/** `isOwnName` means that the name can never resolve to another file, so caches may keep it. */
export interface NamedFile extends ArtifactRef {
  isOwnName: boolean;
}

const blockMap = '.blockmap';

/** A client requests a block map under the name that its installed file had. */
const mapIn = ({ artifacts }: ReleaseWithArtifacts, mains: readonly Artifact[]): Artifact | undefined =>
  artifacts.find((one) => mains.some(({ target }) => one.target === `${target}${blockMap}` && !isMain(one)));

/** Squirrel.Windows retries a failed download with a lowercase name. */
const isCalled = (fileName: string, requested: string): boolean =>
  fileName === requested || fileName.toLowerCase() === requested;

const findIn = (
  publicSlug: string,
  release: ReleaseWithArtifacts,
  { channel, target, fileName }: FileAddress,
): Artifact | undefined => {
  const place = platformName(target);
  const there = release.artifacts.filter((one) => platformName(one.target) === place);
  if (fileName.endsWith(blockMap)) return mapIn(release, there.filter(isMain));
  return release.channel === channel
    ? there.find((one) => isCalled(fileNameOf(publicSlug, release.version, one), fileName))
    : undefined;
};

/**
 * Whether a URL names exactly this file of this release. Others may later resolve to another file: a map in a channel
 * without that version, or another spelling of a version or name.
 */
const isOwn = (
  publicSlug: string,
  release: ReleaseWithArtifacts,
  { channel, version, target, fileName, artifact }: FileAddress & { artifact: Artifact },
): boolean => {
  const nameOf = (one: Artifact) => fileNameOf(publicSlug, release.version, one);
  const main = release.artifacts.find((one) => `${one.target}${blockMap}` === artifact.target);
  const names = [nameOf(artifact), ...(main === undefined ? [] : [`${nameOf(main)}${blockMap}`])];
  const targets = [artifact.target, ...(main === undefined ? [] : [main.target])];
  const isRelease = release.channel === channel && release.version === version;
  return isRelease && targets.includes(target) && names.includes(fileName);
};

export const createFeedFiles = ({ store }: { store: Pick<Releases, 'listByVersion'> }) => {
  // Clients may request any name, and each release searched may hold megabytes of notes and signatures.
  const queue = createFairSemaphore({ limit: bounds.readsAtOnce, limitPerKey: bounds.readsOfApp });
  const listOf = (slug: string, version: string): Promise<ReleaseWithArtifacts[]> =>
    queue(slug, () => store.listByVersion(slug, version));

  /** Clients put their own version into the path, possibly without the release's `v`. */
  const listSpelled = async (slug: string, version: string): Promise<ReleaseWithArtifacts[]> => {
    const spellings = new Set([version, ...versionSpellings(version)]);
    const lists = await Promise.all([...spellings].map((one) => listOf(slug, one)));
    return lists.flat();
  };

  /** The channel's own releases first; memory before the database. */
  const releasesOf = async (
    site: Site,
    { channel, version }: FileAddress,
  ): Promise<ReleaseWithArtifacts[]> => {
    const offered = site.channels.get(channel)?.find((release) => release.version === version);
    if (offered !== undefined) return [offered];
    const all = await listSpelled(site.app.slug, version);
    const own = all.filter((release) => release.channel === channel);
    // A client that switched channels requests the map of its old file in the new channel.
    return own.length > 0 ? own : all;
  };

  /** Throws 'not-found'. */
  const find = async (site: Site, address: FileAddress): Promise<NamedFile> => {
    const isLong =
      address.version.length > bounds.targetLength || address.fileName.length > bounds.fileNameLength;
    for (const release of isLong ? [] : await releasesOf(site, address)) {
      const artifact = findIn(site.app.publicSlug, release, address);
      if (artifact === undefined) continue;
      const isOwnName = isOwn(site.app.publicSlug, release, { ...address, artifact });
      return { releaseId: release.id, target: artifact.target, isOwnName };
    }
    throw notFound('file');
  };

  /** The releases visible to the client, if the name means the newest one. */
  const listVisible = (
    site: Site,
    { channel, matches }: FileLookup,
    client: Client,
  ): ReleaseWithArtifacts[] => {
    if (matches === undefined)
      return channelsFor(site, channel).flatMap((name) => site.channels.get(name) ?? []);
    const plan = planDocument(site, channel, {
      ...{ clientChecksSystem: false, clientChecksShare: false },
      accepts: (_, artifact) => matches(artifact) && artifact.state === 'active',
      audiencesOf: (target) => [platformName(target)],
    });
    const { releases } = plan;
    return plan.isSameForEveryone ? [...releases] : visibleReleases(plan, selectForClient(plan, client));
  };

  /** Throws 'not-found'. */
  const findByName = async (site: Site, ask: FileLookup, client: Client = {}): Promise<ArtifactRef> => {
    const { versions, pick } = ask;
    const channels = channelsFor(site, ask.channel);
    const visible = listVisible(site, ask, client);
    const pickOf = (release: ReleaseWithArtifacts, newer = visible): ArtifactRef[] => {
      const artifact = channels.includes(release.channel) ? pick(release, newer) : undefined;
      return artifact === undefined ? [] : [{ releaseId: release.id, target: artifact.target }];
    };
    for (const [index, release] of visible.entries())
      for (const filed of pickOf(release, visible.slice(0, index))) return filed;
    // A name with a version resolves for every client, so that a running update can finish.
    for (const release of channels.flatMap((name) => site.channels.get(name) ?? []))
      if (versions.includes(release.version)) for (const filed of pickOf(release)) return filed;
    for (const version of versions.slice(0, bounds.versionsOfName))
      for (const release of await listOf(site.app.slug, version))
        for (const filed of pickOf(release)) return filed;
    throw notFound('file');
  };

  return { find, findByName };
};
export type FeedFiles = ReturnType<typeof createFeedFiles>;

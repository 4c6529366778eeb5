import { blobContentOf, fileNameOf } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import { isDatabaseUnavailable, notFound, Refusal } from '../model/errors.ts';
import type { Site } from '../model/site.ts';
import type { Artifacts, ReleasedArtifact } from '../ports/artifacts.ts';
import type { Invalidation } from '../ports/invalidation.ts';
import type { BlobReader, ByteRange, StoredBytes } from '../ports/stored-bytes.ts';
import { planSpans } from './ranges.ts';

/*
 * Downloads (spec 4.6). Known artifacts are cached, so that downloads continue while the database is down; a change of
 * the app invalidates the cache.
 */

export interface Download extends ReleasedArtifact {
  fileName: string;
  /** Whether ascending ranges stay within the cost limit of a multi-range request. */
  canRead(ranges: readonly ByteRange[]): boolean;
  open(ranges: readonly ByteRange[]): Promise<BlobReader>;
  /** Presigns a storage URL; undefined if the storage has none or the bytes are missing. */
  address(): Promise<string | undefined>;
}

interface UnderWay {
  placed: ReleasedArtifact;
  stops: Set<() => void>;
}

const pruned = ({ release, artifact }: ReleasedArtifact): Refusal =>
  new Refusal('artifact-pruned', `The artifact for ${artifact.target} of ${release.version} was pruned.`);

/** Drops texts that no download needs, since thousands of entries are cached and each may have 100 KiB of them. */
const withoutTexts = ({ app, release, artifact }: ReleasedArtifact): ReleasedArtifact => ({
  app,
  release: { ...release, notes: '' },
  artifact: { ...artifact, signature: undefined },
});

/** Artifacts in the site need no lookup, so every offer can be downloaded while the database is down. */
const offeredBy = (
  { app, channels }: Site,
  releaseId: string,
  target: string,
): ReleasedArtifact | undefined => {
  const release = [...channels.values()].flat().find(({ id }) => id === releaseId);
  const artifact = release?.artifacts.find((candidate) => candidate.target === target);
  return release === undefined || artifact === undefined ? undefined : { app, release, artifact };
};

const nameOf = (releaseId: string, target: string): string => `${releaseId}/${target}`;

export const createDownloads = (needs: {
  store: Artifacts & Invalidation;
  blobs: Omit<StoredBytes, 'copy' | 'scrub'>;
}) => {
  const { store, blobs } = needs;
  const remembered = new Map<string, { placed: ReleasedArtifact; fresh: boolean }>();
  /** Running downloads by artifact ID, with callbacks to abort them. */
  const underWay = new Map<string, UnderWay>();
  let changes = 0;

  /** Pruning also aborts running downloads. */
  const stopIfPruned = async ({ placed: { release, artifact }, stops }: UnderWay): Promise<void> => {
    const now = await store.findReleasedArtifact(release.id, artifact.target);
    if (now?.artifact.state !== 'active') for (const stop of stops) stop();
  };

  store.watch((apps) => {
    changes += 1;
    const changed = apps === undefined ? undefined : new Set(apps);
    const isMeant = ({ placed }: { placed: ReleasedArtifact }) =>
      changed === undefined || changed.has(placed.app.slug);
    for (const memory of remembered.values()) if (isMeant(memory)) memory.fresh = false;
    // While the database is down nothing is known to be pruned, so running downloads continue.
    for (const reading of underWay.values())
      if (isMeant(reading)) void stopIfPruned(reading).catch(() => undefined);
  });

  /** A reader that fails once its artifact is pruned. */
  const stoppable = (reader: BlobReader, placed: ReleasedArtifact): BlobReader => {
    const { id } = placed.artifact;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
    };
    const reading = underWay.get(id) ?? { placed, stops: new Set() };
    underWay.set(id, reading);
    reading.stops.add(stop);
    return {
      next: async (maxBytes) => {
        if (isStopped) throw pruned(placed);
        return reader.next(maxBytes);
      },
      fill: async (pieces) => {
        if (isStopped) throw pruned(placed);
        return reader.fill(pieces);
      },
      close: async () => {
        reading.stops.delete(stop);
        if (reading.stops.size === 0) underWay.delete(id);
        await reader.close();
      },
    };
  };

  const findPlaced = async (
    site: Site,
    releaseId: string,
    target: string,
  ): Promise<ReleasedArtifact | undefined> => {
    const name = nameOf(releaseId, target);
    const memory = remembered.get(name);
    if (memory?.fresh === true) return memory.placed;
    try {
      const changesAtStart = changes;
      const found = await store.findReleasedArtifact(releaseId, target);
      remembered.delete(name);
      if (found === undefined) return undefined;
      const placed = withoutTexts(found);
      if (remembered.size >= bounds.rememberedDownloads)
        remembered.delete(remembered.keys().next().value ?? '');
      // The key uses the store's strings, since those of the request would keep all of it in memory. An entry read
      // during a change may be outdated, so the next request reads it again.
      remembered.set(nameOf(placed.release.id, placed.artifact.target), {
        placed,
        fresh: changesAtStart === changes,
      });
      return placed;
    } catch (error) {
      const isAway = isDatabaseUnavailable(error);
      const cached = memory?.placed ?? offeredBy(site, releaseId, target);
      if (isAway && cached !== undefined) return cached;
      throw error;
    }
  };

  /** Only looks up the artifact; reads no bytes. */
  const find = async (site: Site, releaseId: string, target: string): Promise<Download> => {
    const placed = await findPlaced(site, releaseId, target);
    if (placed === undefined || placed.app.slug !== site.app.slug) throw notFound('artifact');
    const { release, artifact } = placed;
    const { stored } = artifact;
    if (artifact.state === 'pruned' || stored === undefined) throw pruned(placed);
    const fileName = fileNameOf(placed.app.publicSlug, release.version, artifact);
    const content = blobContentOf(artifact);
    const options = { fileName, contentType: content.contentType, ttlSeconds: bounds.redirectSeconds };
    return {
      ...placed,
      fileName,
      address: async () => blobs.address?.(content, stored, options),
      canRead: (ranges) => planSpans(ranges, blobs) !== undefined,
      open: async (ranges) => stoppable(await blobs.open(content, stored, ranges), placed),
    };
  };

  return { find };
};
export type Downloads = ReturnType<typeof createDownloads>;

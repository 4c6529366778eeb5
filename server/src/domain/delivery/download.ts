import { blobContentOf, fileNameOf } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import { isDatabaseUnavailable, notFound, Refusal } from '../model/errors.ts';
import type { Site } from '../model/site.ts';
import type { Artifacts, ReleasedArtifact } from '../ports/artifacts.ts';
import type { BlobReader, Blobs, ByteRange } from '../ports/blobs.ts';
import type { Invalidation } from '../ports/invalidation.ts';
import type { UsageMeter } from '../usage/metering.ts';
import { planSpans } from './spans.ts';

/*
 * Bytes for whoever asks (spec 4.6). Which artifacts exist is remembered, so that downloads of what this node has
 * seen or offers go on while the database is away; a change of the app makes the memory ask again.
 */

export interface Download extends ReleasedArtifact {
  fileName: string;
  /** Whether rising ranges can be read for what several ranges may cost. */
  canRead(ranges: readonly ByteRange[]): boolean;
  open(ranges: readonly ByteRange[]): Promise<BlobReader>;
  /** Signs an address in the storage; undefined where it has none to give, or the bytes are not there as kept. */
  address(): Promise<string | undefined>;
}

interface UnderWay {
  placed: ReleasedArtifact;
  stops: Set<() => void>;
}

const pruned = ({ release, artifact }: ReleasedArtifact): Refusal =>
  new Refusal('artifact-pruned', `The artifact for ${artifact.target} of ${release.version} was pruned.`);

/** Without the texts that no download needs: many thousands are remembered, and each may have 100 KiB of them. */
const withoutTexts = ({ app, release, artifact }: ReleasedArtifact): ReleasedArtifact => ({
  app,
  release: { ...release, notes: '' },
  artifact: { ...artifact, signature: undefined },
});

/** An artifact that the site itself offers: nobody is offered what cannot be had while the database is away. */
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
  blobs: Blobs;
  metering: UsageMeter;
}) => {
  const { store, blobs, metering } = needs;
  const remembered = new Map<string, { placed: ReleasedArtifact; fresh: boolean }>();
  /** What is being read, by the artifact's id, and the ways to stop it. */
  const underWay = new Map<string, UnderWay>();
  let changes = 0;

  /** A prune stops the bytes at once, also those that are on their way. */
  const stopIfPruned = async ({ placed: { release, artifact }, stops }: UnderWay): Promise<void> => {
    const now = await store.findPlaced(release.id, artifact.target);
    if (now?.artifact.state !== 'active') for (const stop of stops) stop();
  };

  store.watch((apps) => {
    changes += 1;
    const changed = apps === undefined ? undefined : new Set(apps);
    const isMeant = ({ placed }: { placed: ReleasedArtifact }) =>
      changed === undefined || changed.has(placed.app.slug);
    for (const memory of remembered.values()) if (isMeant(memory)) memory.fresh = false;
    // With the database away nothing is known to be pruned, and what was begun is delivered.
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
      const seen = changes;
      const found = await store.findPlaced(releaseId, target);
      remembered.delete(name);
      if (found === undefined) return undefined;
      const placed = withoutTexts(found);
      if (remembered.size >= bounds.rememberedDownloads)
        remembered.delete(remembered.keys().next().value ?? '');
      // By the store's own words: those of a request would hold on to the whole of it. What changed while it was read
      // may have been read before the change: the next one asks again.
      remembered.set(nameOf(placed.release.id, placed.artifact.target), { placed, fresh: seen === changes });
      return placed;
    } catch (error) {
      const isAway = isDatabaseUnavailable(error);
      const known = memory?.placed ?? offeredBy(site, releaseId, target);
      if (isAway && known !== undefined) return known;
      throw error;
    }
  };

  /** Finds what may be downloaded from a site; nothing is read yet. */
  const find = async (site: Site, releaseId: string, target: string): Promise<Download> => {
    const placed = await findPlaced(site, releaseId, target);
    if (placed === undefined || placed.app.slug !== site.app.slug) throw notFound('artifact');
    const { release, artifact } = placed;
    const { kept } = artifact;
    if (artifact.state === 'pruned' || kept === undefined) throw pruned(placed);
    const fileName = fileNameOf(placed.app.publicSlug, release.version, artifact);
    const content = blobContentOf(artifact);
    const told = { fileName, contentType: content.contentType, ttlSeconds: bounds.redirectSeconds };
    return {
      ...placed,
      fileName,
      address: async () => blobs.address?.(content, kept, told),
      canRead: (ranges) => planSpans(ranges, blobs) !== undefined,
      open: async (ranges) => stoppable(await blobs.open(content, kept, ranges), placed),
    };
  };

  /** Refuses when the app's allowance of the month is used up; decided before the first byte. */
  const demandAllowance = async (site: Site): Promise<void> => {
    const { allowanceBytes, slug } = site.app;
    if (allowanceBytes === undefined) return;
    if ((await metering.monthBytes(slug)) >= allowanceBytes) {
      throw new Refusal(
        'allowance-exhausted',
        'The download allowance of this app is used up for this month.',
      );
    }
  };

  return { find, demandAllowance };
};
export type Downloads = ReturnType<typeof createDownloads>;

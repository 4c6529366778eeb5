import { artifactIdOfKey, contentOf, keptPrefix, stagedPrefix } from './nouns/artifact.ts';
import type { Instant } from './nouns/instant.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Clock } from './ports/clock.ts';
import type { Store } from './ports/store.ts';

/* Collects what no one needs and looks for damage. Every verb may run on any node, at any time, any number of times. */

const day = 24 * 3600;
const idleDraftSeconds = 7 * day;
/** What is younger may belong to a change that is still under way. */
const graceSeconds = day;
/** How long kept bytes that the database does not know are left alone. */
const unknownSeconds = 30 * day;
const batchSize = 200;
/** The rest waits for the next run. */
const mostAtOnce = 100_000;

const inBatches = async function* <T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

type ArtifactState = NonNullable<ReturnType<Awaited<ReturnType<Store['findArtifactStates']>>['get']>>;

export const createHousekeeping = (needs: { store: Store; blobs: Blobs; clock: Clock }) => {
  const { store, blobs, clock } = needs;

  /** Every key under a prefix with what the database knows of its artifact. */
  const listKnown = async function* (prefix: string) {
    const idOf = (key: string): string => artifactIdOfKey(key) ?? '';
    for await (const batch of inBatches(blobs.list(prefix))) {
      const states = await store.findArtifactStates([...new Set(batch.map(({ key }) => idOf(key)))]);
      for (const { key, writtenAt } of batch) yield { key, writtenAt, artifact: states.get(idOf(key)) };
    }
  };

  const isIdleDraft = ({ releaseState, touchedAt }: ArtifactState, writtenAt: Instant): boolean => {
    const idle = clock.in(-idleDraftSeconds);
    return releaseState === 'draft' && touchedAt < idle && writtenAt < idle;
  };

  /** Staged bytes of drafts idle for seven days, of releases that were published since, and of no draft at all. */
  const removeStaleUploads = async (): Promise<number> => {
    let removed = 0;
    const young = clock.in(-graceSeconds);
    for await (const { key, writtenAt, artifact } of listKnown(stagedPrefix)) {
      const isDraft = artifact?.releaseState === 'draft';
      if (writtenAt > young || (isDraft && !isIdleDraft(artifact, writtenAt))) continue;
      await blobs.remove(key);
      removed += 1;
    }
    return removed;
  };

  /**
   * Kept bytes that no published artifact owns: pruned while the storage was away, or of a publish that never was.
   * What the database does not know at all is removed only when it is old and the storage shows that it belongs to
   * this database: one that was put back from a backup, or is the wrong one, must not cost the bytes.
   */
  const removeOrphans = async (): Promise<number> => {
    const unneeded: string[] = [];
    const unknown: string[] = [];
    let ownsStorage = false;
    for await (const { key, writtenAt, artifact } of listKnown(keptPrefix)) {
      if (artifact?.state === 'active') ownsStorage = true;
      else if (artifact === undefined) {
        if (writtenAt < clock.in(-unknownSeconds)) unknown.push(key);
      } else if (artifact.state === 'pruned' || isIdleDraft(artifact, writtenAt)) unneeded.push(key);
      if (unneeded.length + unknown.length >= mostAtOnce) break;
    }
    const removing = ownsStorage ? [...unneeded, ...unknown] : unneeded;
    for (const key of removing) await blobs.remove(key);
    return removing.length;
  };

  /** Temporary files and uploads in parts that were broken off. */
  const sweepLeftovers = (): Promise<number> => blobs.sweep(clock.in(-graceSeconds));

  /** Reads kept bytes through, a few at a time; answers with the ids of damaged artifacts and where to go on. */
  const scrub = async (
    after: string,
    limit: number,
  ): Promise<{ damaged: string[]; next: string | undefined }> => {
    const artifacts = await store.listKept(after, limit);
    const damaged: string[] = [];
    for (const artifact of artifacts) {
      if (artifact.kept?.store !== blobs.name || (await blobs.scrub(contentOf(artifact)))) continue;
      // Pruned between the two looks is gone by right, not damaged.
      const now = (await store.findArtifactStates([artifact.id])).get(artifact.id);
      if (now?.state === 'active') damaged.push(artifact.id);
    }
    return { damaged, next: artifacts.length < limit ? undefined : artifacts.at(-1)?.id };
  };

  const forgetOldNodes = (): Promise<void> => store.forgetNodes(clock.in(-30 * day));

  return { removeStaleUploads, removeOrphans, sweepLeftovers, scrub, forgetOldNodes };
};
export type Housekeeping = ReturnType<typeof createHousekeeping>;

import { artifactIdOfKey, contentOf, keptPrefix, stagedPrefix } from './artifact.ts';
import type { Instant } from './instant.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Clock } from './ports/clock.ts';
import type { Store } from './ports/store.ts';

/* Collects what no one needs and looks for damage. Every verb may run on any node, at any time, any number of times. */

const day = 24 * 3600;
const idleDraftSeconds = 7 * day;
/** What is younger may belong to a change that is still under way. */
const graceSeconds = day;
const batchSize = 200;

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

type ArtifactStates = Awaited<ReturnType<Store['findArtifactStates']>>;

export const createHousekeeping = (needs: { store: Store; blobs: Blobs; clock: Clock }) => {
  const { store, blobs, clock } = needs;

  const removeUnneeded = async (
    prefix: string,
    isNeeded: (state: ReturnType<ArtifactStates['get']>, writtenAt: Instant) => boolean,
  ): Promise<number> => {
    let removed = 0;
    for await (const batch of inBatches(blobs.list(prefix))) {
      const idOf = (key: string): string => artifactIdOfKey(key) ?? '';
      const states = await store.findArtifactStates([...new Set(batch.map(({ key }) => idOf(key)))]);
      for (const { key, writtenAt } of batch) {
        if (isNeeded(states.get(idOf(key)), writtenAt)) continue;
        await blobs.remove(key);
        removed += 1;
      }
    }
    return removed;
  };

  /** Staged bytes of drafts idle for seven days, of releases that were published since, and of no draft at all. */
  const removeStaleUploads = (): Promise<number> => {
    const [idle, young] = [clock.in(-idleDraftSeconds), clock.in(-graceSeconds)];
    return removeUnneeded(stagedPrefix, (artifact, writtenAt) => {
      if (writtenAt > young) return true;
      return artifact?.releaseState === 'draft' && (artifact.touchedAt > idle || writtenAt > idle);
    });
  };

  /** Kept bytes that no published artifact owns: pruned while the storage was away, or of a publish that never was. */
  const removeOrphans = (): Promise<number> => {
    const young = clock.in(-graceSeconds);
    return removeUnneeded(keptPrefix, (artifact, writtenAt) => {
      if (artifact?.state === 'active') return true;
      return writtenAt > young && artifact?.state !== 'pruned';
    });
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
      if (artifact.kept?.store === blobs.name && !(await blobs.scrub(contentOf(artifact))))
        damaged.push(artifact.id);
    }
    return { damaged, next: artifacts.length < limit ? undefined : artifacts.at(-1)?.id };
  };

  const forgetOldNodes = (): Promise<void> => store.forgetNodes(clock.in(-30 * day));

  return { removeStaleUploads, removeOrphans, sweepLeftovers, scrub, forgetOldNodes };
};
export type Housekeeping = ReturnType<typeof createHousekeeping>;

import { oldestSaltDay, saltPrefix } from '../fleet/counters/daily-salt.ts';
import { artifactIdOfKey, stagedPrefix, storedKeyOf, storedPrefix } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import type { Instant } from '../model/instant.ts';
import type { Rollout } from '../model/rollout.ts';
import type { Apps } from '../ports/apps.ts';
import type { ArtifactStatus, Artifacts } from '../ports/artifacts.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { FleetWrites } from '../ports/fleet.ts';
import type { Ids } from '../ports/ids.ts';
import type { Reports } from '../ports/reports.ts';
import type { SessionUsage } from '../ports/sessions.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { Transactions } from '../ports/store.ts';
import type { TrustCleanup } from '../ports/trusted-publishers.ts';
import type { UsageWrites } from '../ports/usage.ts';
import { createScrub } from './scrub.ts';

/*
 * Collects what no one needs and looks for damage. Every verb may run on any node, at any time, any number of times,
 * while others declare, upload, publish, prune and delete.
 *
 * A removal cannot be taken back, and it may come late: a storage may carry out what it was asked for long after we gave
 * up waiting, so no lock reaches far enough. Therefore bytes are removed only where nothing that may still happen can
 * need them, in one of three states that are never left again:
 * - no release has the artifact's id. Ids are random and given once, before the first byte is written: what is not there
 *   after its key was listed was deleted, and does not come back;
 * - the artifact is pruned;
 * - its release is published, and the key is not the one that it is served from.
 * The artifacts of an idle draft are in none of them, since it may be published at any moment. They are brought into
 * the first: under the app's lock, which every change of the draft holds too, the artifact gets a new id if the draft is
 * still idle, and the draft's revision is raised. A publish that had verified or moved the old bytes then does not commit,
 * and one that begins later asks for bytes under the new id. The old keys are nobody's from then on.
 */

const day = 24 * 3600;
const idleDraftSeconds = 7 * day;
/** What is younger may belong to a change that is still under way. */
const graceSeconds = day;
/** How long kept bytes that the database does not know are left alone. */
const unknownSeconds = 30 * day;
/** How long reporters are remembered after their rollout is done; one that stands still may go on for a while longer. */
const doneSeconds = 7 * day;
const stoppedSeconds = 30 * day;
/** How long deliveries are counted by network after publishing: as long as they tell the size of the fleet. */
const measuredSeconds = 31 * day;
const batchSize = 200;
/** The rest waits for the next run. */
const mostAtOnce = bounds.collectedAtOnce;

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

interface Listed {
  key: string;
  writtenAt: Instant;
  artifact: ArtifactStatus | undefined;
}

export const createMaintenance = (needs: {
  store: Artifacts &
    Apps &
    SigningKeys &
    Transactions &
    UsageWrites &
    Pick<FleetWrites, 'forgetFleet' | 'forgetNetworks' | 'foldSketches'> &
    Pick<Reports, 'listReported'> &
    TrustCleanup &
    Pick<SessionUsage, 'forgetSessions'>;
  blobs: Blobs;
  clock: Clock;
  ids: Ids;
}) => {
  const { store, blobs, clock, ids } = needs;

  /** Every key of ours under a prefix with what the database knows of its artifact, asked after the key was seen. */
  const listKnown = async function* (prefix: string): AsyncGenerator<Listed> {
    for await (const batch of inBatches(blobs.list(prefix))) {
      const own = batch.flatMap((entry) => {
        const id = artifactIdOfKey(entry.key);
        return id === undefined ? [] : [{ ...entry, id }];
      });
      const known = await store.findArtifactStates([...new Set(own.map(({ id }) => id))]);
      for (const { key, writtenAt, id } of own) yield { key, writtenAt, artifact: known.get(id) };
    }
  };

  const isIdle = ({ releaseState, touchedAt }: ArtifactStatus): boolean =>
    releaseState === 'draft' && touchedAt < clock.in(-idleDraftSeconds);

  /** Gives an idle draft's artifact a new id; true when no release has the old one any more. */
  const retire = ({ id, app }: ArtifactStatus): Promise<boolean> =>
    store.transaction(async (tx) => {
      await tx.lockApp(app);
      const now = (await tx.findArtifactStates([id])).get(id);
      if (now === undefined) return true;
      if (!isIdle(now)) return false;
      // Raises the revision; the draft was not worked on, so its time stays.
      await tx.touchDraft(now.releaseId, now.touchedAt);
      await tx.renewArtifact(id, ids.next('art'));
      return true;
    });

  const isForgotten = async (artifact: ArtifactStatus, writtenAt: Instant): Promise<boolean> =>
    isIdle(artifact) && writtenAt < clock.in(-idleDraftSeconds) && (await retire(artifact));

  /** Staged bytes of drafts idle for seven days, of releases that were published since, and of no draft at all. */
  const removeStaleUploads = async (): Promise<number> => {
    let removed = 0;
    for await (const { key, writtenAt, artifact } of listKnown(stagedPrefix)) {
      if (writtenAt > clock.in(-graceSeconds)) continue;
      if (artifact?.releaseState === 'draft' && !(await isForgotten(artifact, writtenAt))) continue;
      await blobs.remove(key);
      removed += 1;
    }
    return removed;
  };

  /** Whether kept bytes of an artifact that the database knows are nobody's. */
  const isUnneeded = async (key: string, writtenAt: Instant, artifact: ArtifactStatus): Promise<boolean> => {
    if (artifact.state === 'pruned') return true;
    if (artifact.state === 'declared') return isForgotten(artifact, writtenAt);
    // Moved by a publish that broke off; then the target was declared with other bytes, and those were published.
    return key !== storedKeyOf(artifact) && writtenAt < clock.in(-graceSeconds);
  };

  /**
   * Kept bytes that no published artifact owns: pruned while the storage was away, or of a publish that never was.
   * What the database does not know at all is removed only when it is old and the storage shows that it belongs to
   * this database: one that was put back from a backup, or is the wrong one, must not cost the bytes.
   */
  const removeOrphans = async (): Promise<number> => {
    let removed = 0;
    const unknown: string[] = [];
    let ownsStorage = false;
    for await (const { key, writtenAt, artifact } of listKnown(storedPrefix)) {
      if (artifact === undefined) {
        if (writtenAt < clock.in(-unknownSeconds) && unknown.length < mostAtOnce) unknown.push(key);
      } else if (await isUnneeded(key, writtenAt, artifact)) {
        await blobs.remove(key);
        removed += 1;
      } else ownsStorage ||= artifact.state === 'active';
    }
    if (!ownsStorage) return removed;
    for (const key of unknown) await blobs.remove(key);
    return removed + unknown.length;
  };

  /** Whether the draft that an upload belongs to was worked on: its publisher may be about to send the next part. */
  const isInUse = async (key: string): Promise<boolean> => {
    const id = artifactIdOfKey(key) ?? '';
    const artifact = (await store.findArtifactStates([id])).get(id);
    return artifact?.releaseState === 'draft' && artifact.touchedAt >= clock.in(-graceSeconds);
  };

  /** Temporary files and uploads in parts that were broken off. */
  const sweepLeftovers = (): Promise<number> => blobs.sweep(clock.in(-graceSeconds), isInUse);

  const scrub = createScrub(needs);

  const forgetOldNodes = (): Promise<void> => store.forgetNodes(clock.in(-30 * day));

  const forgetOldFleet = async (): Promise<void> => {
    await store.forgetFleet(clock.in(-bounds.fleetDays * day));
    await store.forgetNetworks(clock.in(-measuredSeconds), mostAtOnce);
  };

  const isOver = ({ state, steppedAt, stopped }: Rollout): boolean =>
    state === 'done'
      ? steppedAt < clock.in(-doneSeconds)
      : stopped !== undefined && stopped.at < clock.in(-stoppedSeconds);

  /** Who reported of rollouts that were done a week ago, or have stood still for a month. */
  const forgetOldReports = async (): Promise<number> => {
    let forgotten = 0;
    for (const { releaseId } of (await store.listReported()).filter(isOver))
      forgotten += await store.transaction((tx) => tx.forgetReports(releaseId));
    return forgotten;
  };

  /** One sketch of what many nodes wrote; seeds of days gone by are forgotten, so that their ids stay unknown. */
  const foldFleet = async (): Promise<void> => {
    await store.transaction((tx) => tx.forgetSettings(saltPrefix, oldestSaltDay(clock)));
    await store.foldSketches();
  };

  /** Tokens that nobody can bring again, and keys that ended so long ago that nobody asks whose they were. */
  const forgetOldTrust = async (): Promise<number> =>
    (await store.forgetTokens(clock.now())) +
    (await store.forgetExchangedKeys(clock.in(-bounds.exchangedKeyDays * day)));

  /** Sessions that are over, and those whose key no longer counts. */
  const forgetOldSessions = (): Promise<number> => store.forgetSessions(clock.now());

  return {
    ...{ removeStaleUploads, removeOrphans, sweepLeftovers, scrub },
    ...{ forgetOldNodes, forgetOldFleet, forgetOldReports, foldFleet, forgetOldTrust },
    forgetOldSessions,
  };
};
export type Maintenance = ReturnType<typeof createMaintenance>;

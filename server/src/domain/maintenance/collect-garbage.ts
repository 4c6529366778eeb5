import { oldestSaltDay, saltPrefix } from '../fleet/counters/daily-salt.ts';
import { artifactIdOfKey, stagedPrefix, storedKeyOf, storedPrefix } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import type { Instant } from '../model/instant.ts';
import type { Rollout } from '../model/rollout.ts';
import type { Apps } from '../ports/apps.ts';
import type { ArtifactChanges, ArtifactStatus, Artifacts } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { FleetWrites } from '../ports/fleet.ts';
import type { Ids } from '../ports/ids.ts';
import type { ReleaseChanges } from '../ports/releases.ts';
import type { ReportChanges, Reports } from '../ports/reports.ts';
import type { SessionUsage } from '../ports/sessions.ts';
import type { SettingChanges } from '../ports/settings.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { StorageCleanup } from '../ports/storage-cleanup.ts';
import type { Transactions } from '../ports/transactions.ts';
import type { TrustCleanup } from '../ports/trusted-publishers.ts';
import type { UsageWrites } from '../ports/usage.ts';
import { createScrub, type ScrubDeps, type ScrubTx } from './scrub.ts';

/*
 * Collects garbage and looks for damage. Every method is idempotent and may run on any node at any time, concurrently
 * with uploads, publishes, prunes and deletes.
 *
 * A deletion is final and may happen late: a storage may execute a request long after our timeout, so no lock is
 * sufficient. Bytes are therefore deleted only in one of three final states:
 * - No release has the artifact's ID. IDs are random and assigned before the first byte is written, so an ID that is
 *   missing after its key was listed was deleted and never comes back.
 * - The artifact is pruned.
 * - Its release is published and served from another key.
 * An idle draft's artifacts are in none of these, since it may be published at any moment. They are moved to the first:
 * under the app's lock, which every change of the draft also takes, the artifact gets a new ID if the draft is still
 * idle, and the draft's revision increases. A publish that verified or moved the old bytes then fails to commit, and a
 * later one looks for bytes under the new ID. Nothing refers to the old keys from then on.
 */

const day = 24 * 3600;
const idleDraftSeconds = 7 * day;
/** Younger objects may belong to a change in progress. */
const graceSeconds = day;
/** Stored bytes unknown to the database are kept this long. */
const unknownSeconds = 30 * day;
/** Reporters are kept this long after their rollout is done; a halted one may resume, so it gets longer. */
const doneSeconds = 7 * day;
const stoppedSeconds = 30 * day;
/** Deliveries per network are kept as long as they are used to estimate the fleet. */
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

type Tx = ScrubTx &
  Pick<Artifacts, 'findArtifactStates'> &
  Pick<ArtifactChanges, 'replaceArtifactId'> &
  Pick<ReleaseChanges, 'touchDraft'> &
  Pick<ReportChanges, 'deleteReports'> &
  Pick<SettingChanges, 'deleteSettings'>;

export const createMaintenance = (needs: {
  store: Artifacts &
    Apps &
    SigningKeys &
    Transactions<Tx> &
    UsageWrites &
    Pick<FleetWrites, 'deleteFleetBefore' | 'deleteNetworks' | 'mergeSketches'> &
    Pick<Reports, 'listReportedRollouts'> &
    TrustCleanup &
    Pick<SessionUsage, 'deleteExpiredSessions'>;
  blobs: StorageCleanup & ScrubDeps['blobs'];
  clock: Clock;
  ids: Ids;
}) => {
  const { store, blobs, clock, ids } = needs;

  /** Reads the artifact's status after its key was listed, so that a missing ID is final. */
  const listKnown = async function* (prefix: string): AsyncGenerator<Listed> {
    for await (const batch of inBatches(blobs.list(prefix))) {
      const own = batch.flatMap((entry) => {
        const id = artifactIdOfKey(entry.key);
        return id === undefined ? [] : [{ ...entry, id }];
      });
      const statuses = await store.findArtifactStates([...new Set(own.map(({ id }) => id))]);
      for (const { key, writtenAt, id } of own) yield { key, writtenAt, artifact: statuses.get(id) };
    }
  };

  const isIdle = ({ releaseState, touchedAt }: ArtifactStatus): boolean =>
    releaseState === 'draft' && touchedAt < clock.in(-idleDraftSeconds);

  /** Gives an idle draft's artifact a new ID; true once no release has the old one. */
  const retire = ({ id, app }: ArtifactStatus): Promise<boolean> =>
    store.transaction(async (tx) => {
      await tx.lockApp(app);
      const now = (await tx.findArtifactStates([id])).get(id);
      if (now === undefined) return true;
      if (!isIdle(now)) return false;
      // Increases the revision but keeps the time, since nobody worked on the draft.
      await tx.touchDraft(now.releaseId, now.touchedAt);
      await tx.replaceArtifactId(id, ids.next('art'));
      return true;
    });

  const isForgotten = async (artifact: ArtifactStatus, writtenAt: Instant): Promise<boolean> =>
    isIdle(artifact) && writtenAt < clock.in(-idleDraftSeconds) && (await retire(artifact));

  /** Staged bytes of drafts idle for seven days, of published releases, and without a draft. */
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

  /** Whether stored bytes of a known artifact are unused. */
  const isUnneeded = async (key: string, writtenAt: Instant, artifact: ArtifactStatus): Promise<boolean> => {
    if (artifact.state === 'pruned') return true;
    if (artifact.state === 'declared') return isForgotten(artifact, writtenAt);
    // A failed publish moved them; the target was then redeclared and published with other bytes.
    return key !== storedKeyOf(artifact) && writtenAt < clock.in(-graceSeconds);
  };

  /**
   * Deletes stored bytes without a published artifact: pruned while the storage was down, or left by a failed publish.
   * Bytes unknown to the database are deleted only if old and if the storage provably belongs to this database, so that
   * a restored backup or a wrong database never costs bytes.
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

  /** A draft in use may still send the next part. */
  const isInUse = async (key: string): Promise<boolean> => {
    const id = artifactIdOfKey(key) ?? '';
    const artifact = (await store.findArtifactStates([id])).get(id);
    return artifact?.releaseState === 'draft' && artifact.touchedAt >= clock.in(-graceSeconds);
  };

  /** Temporary files and aborted multipart uploads. */
  const sweepLeftovers = (): Promise<number> => blobs.sweep(clock.in(-graceSeconds), isInUse);

  const scrub = createScrub(needs);

  const deleteOldNodes = (): Promise<void> => store.deleteIdleNodes(clock.in(-30 * day));

  const deleteOldFleet = async (): Promise<void> => {
    await store.deleteFleetBefore(clock.in(-bounds.fleetDays * day));
    await store.deleteNetworks(clock.in(-measuredSeconds), mostAtOnce);
  };

  const isOver = ({ state, steppedAt, stopped }: Rollout): boolean =>
    state === 'done'
      ? steppedAt < clock.in(-doneSeconds)
      : stopped !== undefined && stopped.at < clock.in(-stoppedSeconds);

  /** Rollouts that were done a week ago, or have been halted for a month. */
  const deleteOldReports = async (): Promise<number> => {
    let forgotten = 0;
    for (const { releaseId } of (await store.listReportedRollouts()).filter(isOver))
      forgotten += await store.transaction((tx) => tx.deleteReports(releaseId));
    return forgotten;
  };

  /** Merges the sketches of all nodes and deletes old salts, so that IDs of past days stay unknown. */
  const mergeFleetSketches = async (): Promise<void> => {
    await store.transaction((tx) => tx.deleteSettings(saltPrefix, oldestSaltDay(clock)));
    await store.mergeSketches();
  };

  /** Expired tokens, which cannot be replayed, and keys that expired long ago. */
  const deleteOldTokens = async (): Promise<number> =>
    (await store.deleteExpiredTokens(clock.now())) +
    (await store.deleteExpiredExchangedKeys(clock.in(-bounds.exchangedKeyDays * day)));

  /** Expired sessions, and those of inactive keys. */
  const deleteOldSessions = (): Promise<number> => store.deleteExpiredSessions(clock.now());

  return {
    ...{ removeStaleUploads, removeOrphans, sweepLeftovers, scrub },
    ...{ deleteOldNodes, deleteOldFleet, deleteOldReports, mergeFleetSketches, deleteOldTokens },
    deleteOldSessions,
  };
};
export type Maintenance = ReturnType<typeof createMaintenance>;

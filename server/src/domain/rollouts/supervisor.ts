import { requireFound } from '../model/errors.ts';
import type { RolloutHour } from '../model/fleet.ts';
import { secondsOf } from '../model/instant.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import type { Rollout } from '../model/rollout.ts';
import type { Clock } from '../ports/clock.ts';
import type { Evidence } from '../ports/evidence.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { Releases } from '../ports/releases.ts';
import type { RolloutChanges, Rollouts } from '../ports/rollouts.ts';
import type { Usage } from '../ports/usage.ts';
import type { AppTransaction, InTransaction } from '../unit-of-work.ts';
import { baseRateWarnings } from './base-rate.ts';
import {
  type EvidenceLine,
  evidenceLinesOf,
  findWarnings,
  type RolloutListener,
  reachableTargets,
} from './brakes.ts';
import { countRolloutDownloads, estimateFleetFromDownloads } from './exposure.ts';
import { isCheckInTestDue, readCheckIns } from './missing-check-ins.ts';
import {
  type EvaluationTime,
  nextTransition,
  type RolloutSnapshot,
  type RolloutTransition,
} from './next-transition.ts';

/*
 * Advances and stops rollouts: a job on every node evaluates each running one. The decision is repeated under the app's
 * lock, so that a single node applies it, with one audit entry. A node without the database does nothing.
 */

type Reads = Releases & Rollouts & Evidence & Usage & Fleet;

export interface RolloutStatus {
  rollout: Rollout;
  evidence: EvidenceLine[];
  exposed: { downloads: number; fleetSize: number | undefined };
  hours: RolloutHour[];
  warnings: Warning[];
}

/** Cache lifetime of a fleet's size, which changes slowly. */
const fleetSeconds = 600;

const clockAhead = (before: Rollout, { steppedAt }: Rollout): Warning => ({
  code: 'clock-ahead',
  detail: `The last step is dated in the future (${before.steppedAt}). Using ${steppedAt} instead; check the clocks of all nodes.`,
});

export const createRolloutSupervisor = (
  needs: {
    store: Reads;
    clock: Clock;
    inTransaction: InTransaction<Reads & RolloutChanges>;
  } & RolloutListener,
) => {
  const { store, clock, inTransaction, onHalt, onWarning } = needs;
  const fleets = new Map<string, { size: number | undefined; until: string }>();
  const warned = new Set<string>();

  const fleetOf = async (reads: Reads, release: ReleaseWithArtifacts): Promise<number | undefined> => {
    const cached = fleets.get(release.id);
    if (release.rollout?.fleetSize === undefined && cached !== undefined && cached.until > clock.now())
      return cached.size;
    const size = await estimateFleetFromDownloads(reads, release, clock);
    fleets.set(release.id, { size, until: clock.in(fleetSeconds) });
    return size;
  };

  const takeSnapshot = async (
    reads: Reads,
    release: ReleaseWithArtifacts,
    rollout: Rollout,
  ): Promise<RolloutSnapshot> => {
    const targets = reachableTargets(release);
    const downloads = await countRolloutDownloads(reads, release, clock);
    return {
      version: release.version,
      rollout,
      targets,
      downloads,
      evidence: await reads.listEvidence(release.id, rollout.round),
      checkIns: isCheckInTestDue(rollout, downloads)
        ? await readCheckIns(reads, { rollout, targets }, clock)
        : [],
      fleetSize: await fleetOf(reads, release),
    };
  };

  const takeSnapshotIfRolling = async (
    reads: Reads,
    app: string,
    id: string,
  ): Promise<RolloutSnapshot | undefined> => {
    const release = await reads.findRelease(app, id);
    const rollout = release?.rollout;
    if (release?.state !== 'published' || rollout?.state !== 'rolling') return undefined;
    return takeSnapshot(reads, release, rollout);
  };

  /**
   * The earlier of the node's and the database's clock, so that a fast clock takes no step. Only the database's clock,
   * if it has one, decides whether a time is in the future: a slow node must not correct valid times.
   */
  const momentOf = async (reads: Reads): Promise<EvaluationTime> => {
    const own = clock.now();
    const reference = (await reads.readDatabaseTime()) ?? own;
    const at = reference < own ? reference : own;
    const aheadSeconds = Math.max(0, secondsOf(own) - secondsOf(at));
    return { at, reference, hoursAgo: (hours) => clock.in(-aheadSeconds - hours * 3600) };
  };

  /** Uses fresh data: nodes with different cached fleet sizes would toggle the cap. */
  const move = async (
    app: string,
    { tx, record, invalidate }: AppTransaction<Reads & RolloutChanges>,
    id: string,
  ) => {
    fleets.delete(id);
    const snapshot = await takeSnapshotIfRolling(tx, app, id);
    const next = snapshot && nextTransition(snapshot, await momentOf(tx));
    if (next === undefined) return undefined;
    await tx.putRollout(next.rollout);
    if (next.event !== undefined) await record(next.event);
    await invalidate();
    return next;
  };

  const warn = (app: string, snapshot: RolloutSnapshot): void => {
    const { releaseId, round } = snapshot.rollout;
    for (const { source, ...warning } of findWarnings(snapshot.rollout, snapshot)) {
      const name = `${releaseId} ${round} ${source}`;
      if (!warned.has(name)) onWarning({ app, releaseId, version: snapshot.version }, warning);
      warned.add(name);
    }
  };

  /** Applies at most one transition: a step, a halt or the cap. */
  const evaluate = async (app: string, id: string): Promise<RolloutTransition | undefined> => {
    const snapshot = await takeSnapshotIfRolling(store, app, id);
    if (snapshot === undefined) return undefined;
    warn(app, snapshot);
    if (nextTransition(snapshot, await momentOf(store)) === undefined) return undefined;
    const moved = await inTransaction(app, { kind: 'service' }, (change) => move(app, change, id));
    if (moved !== undefined && moved.event === undefined)
      onWarning(
        { app, releaseId: id, version: snapshot.version },
        clockAhead(snapshot.rollout, moved.rollout),
      );
    if (moved?.halt !== undefined) onHalt({ ...moved.halt, app, releaseId: id, version: snapshot.version });
    return moved;
  };

  /** A failing rollout does not block the others. */
  const evaluateAll = async (): Promise<void> => {
    const rolling = await store.listRolling();
    const ids = new Set(rolling.map(({ rollout }) => rollout.releaseId));
    for (const id of fleets.keys()) if (!ids.has(id)) fleets.delete(id);
    for (const name of warned) if (!ids.has(name.split(' ')[0] ?? '')) warned.delete(name);
    const failures: unknown[] = [];
    for (const { app, rollout } of rolling)
      await evaluate(app, rollout.releaseId).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };

  /** With its evidence and number of clients. */
  const getStatus = async (app: string, id: string): Promise<RolloutStatus> => {
    const release = requireFound(await store.findRelease(app, id), 'release');
    const rollout = requireFound(release.rollout, 'rollout');
    const snapshot = await takeSnapshot(store, release, rollout);
    return {
      rollout,
      evidence: evidenceLinesOf(rollout, snapshot),
      exposed: { downloads: snapshot.downloads, fleetSize: snapshot.fleetSize },
      hours: await store.listRolloutHours(id),
      warnings: [
        ...findWarnings(rollout, snapshot).map(({ code, detail }) => ({ code, detail })),
        ...(await baseRateWarnings(store, release, rollout)),
      ],
    };
  };

  const countStates = (): ReturnType<Rollouts['countRollouts']> => store.countRollouts();

  return { evaluateAll, evaluate, getStatus, countStates };
};
export type RolloutSupervisor = ReturnType<typeof createRolloutSupervisor>;

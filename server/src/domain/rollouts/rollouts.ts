import type { Caller } from '../model/actor.ts';
import { requireFound } from '../model/errors.ts';
import type { Event } from '../model/event.ts';
import type { Instant } from '../model/instant.ts';
import { requireAccess } from '../model/permissions.ts';
import { requireQuota } from '../model/quota.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import { percentOf, type Rollout, type RolloutState, type RolloutStop } from '../model/rollout.ts';
import type { Apps } from '../ports/apps.ts';
import type { Clock } from '../ports/clock.ts';
import type { Evidence } from '../ports/evidence.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { Ids } from '../ports/ids.ts';
import type { Releases } from '../ports/releases.ts';
import type { ListedRollout, RolloutChanges, Rollouts } from '../ports/rollouts.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { Usage } from '../ports/usage.ts';
import type { AppTransaction, InTransaction } from '../unit-of-work.ts';
import { baseRateWarnings } from './base-rate.ts';
import { estimateFleetFromDownloads } from './exposure.ts';
import { noBaseRelease } from './no-base-release.ts';
import { noStepLeft, rolloutNotPublished, rolloutOver, rolloutPaused } from './refusals.ts';
import { sharedIdWarningsOf } from './shared-ids.ts';
import { currentReleaseIds } from './superseded.ts';
import {
  applyComplete,
  applyNextStep,
  applyPause,
  applyPercent,
  applyPlan,
  applyResume,
  type RolloutRequest,
} from './transitions.ts';

/*
 * Rollout actions of a publisher: plan, advance, pause, resume, complete. Each is one idempotent transaction under the
 * app's lock.
 */

type Tx = Releases & Pick<Rollouts, 'listRollouts'> & RolloutChanges & Usage & Fleet & Evidence;

type Move = (rollout: Rollout, change: { at: Instant }) => Rollout;
type EventBuilder = (release: ReleaseWithArtifacts, before: Rollout, after: Rollout) => Event;

/** A transition and its audit event. */
interface Step {
  /** Set if it starts a rollout; a job evaluates running ones four times a minute. */
  starts?: true;
  move: Move;
  toEvent: EventBuilder;
}

const fleetUnknown: Warning = {
  code: 'fleet-unknown',
  detail:
    'Fleet size unknown, so there is no exposure cap: more clients without an ID than planned may get the release. Set `fleetSize`.',
};

export const createRolloutControl = (needs: {
  store: Apps & Releases & Rollouts & SigningKeys;
  ids: Ids;
  inTransaction: InTransaction<Tx>;
  clock: Clock;
}) => {
  const { store, ids, inTransaction, clock } = needs;

  const requireRollingQuota = async ({ tx }: AppTransaction<Tx>, app: string): Promise<void> =>
    requireQuota('rollingOfApp', (await tx.listRollouts(app, { states: ['rolling'] })).length);

  /** A transition without effect is not recorded. */
  const change = (
    { app: slug, actor }: Caller,
    id: string,
    { starts, move, toEvent }: Step,
  ): Promise<Rollout> =>
    inTransaction(slug, actor, async (running) => {
      const release = requireFound(await running.tx.findRelease(slug, id), 'release');
      const rollout = requireFound(release.rollout, 'rollout');
      if (release.state !== 'published') throw rolloutNotPublished(release);
      if (rollout.state === 'done') throw rolloutOver(release);
      if (starts && rollout.state !== 'rolling') await requireRollingQuota(running, slug);
      const moved = move(rollout, running);
      if (moved === rollout) return rollout;
      await running.tx.putRollout(moved);
      await running.record(toEvent(release, rollout, moved));
      await running.invalidate();
      return moved;
    });

  const show = async (slug: string, id: string): Promise<Rollout> =>
    requireFound(requireFound(await store.findRelease(slug, id), 'release').rollout, 'rollout');

  const requireBase = async ({ tx }: AppTransaction<Tx>, release: ReleaseWithArtifacts): Promise<void> => {
    const { app, channel, sequence } = release;
    if (!(await tx.hasFullyReleased(app, channel, sequence))) throw noBaseRelease(release);
  };

  const warningsOf = async (
    { tx }: AppTransaction<Tx>,
    release: ReleaseWithArtifacts,
    rollout: Rollout,
  ): Promise<Warning[]> => {
    const isKnown = (await estimateFleetFromDownloads(tx, { ...release, rollout }, clock)) !== undefined;
    const unknown = rollout.withoutId === 'network' && !isKnown ? [fleetUnknown] : [];
    const shared = await sharedIdWarningsOf(tx, release, clock);
    return [...unknown, ...shared, ...(await baseRateWarnings(tx, release, rollout))];
  };

  /** Plans a draft's rollout, replans one, or returns a release that is for everyone to a first step. */
  const plan = ({ app: slug, actor }: Caller, id: string, planned: RolloutRequest) =>
    inTransaction(slug, actor, async (running) => {
      const release = requireFound(await running.tx.findRelease(slug, id), 'release');
      if (release.state === 'withdrawn') throw rolloutNotPublished(release);
      await requireBase(running, release);
      const existing = release.rollout;
      const isStopped = existing?.state === 'paused';
      const isSetGoing = release.state === 'published' && !isStopped && existing?.state !== 'rolling';
      if (isSetGoing) await requireRollingQuota(running, slug);
      const before = {
        releaseId: id,
        seed: existing?.seed ?? ids.seed(),
        state:
          release.state === 'draft'
            ? ('planned' as const)
            : isStopped
              ? ('paused' as const)
              : ('rolling' as const),
        stopped: isStopped ? existing.stopped : undefined,
        round: existing?.round ?? 0,
        brakedTargets: existing?.brakedTargets ?? [],
      };
      const rollout = applyPlan(planned, before, running.at);
      await running.tx.putRollout(rollout);
      const percents = planned.steps.map(({ permille }) => percentOf(permille));
      const { version } = release;
      await running.record({ action: 'rollout.plan', subject: id, detail: { version, percents } });
      if (release.state === 'published') await running.invalidate();
      return { rollout, warnings: await warningsOf(running, release, rollout) };
    });

  const advanced: EventBuilder = ({ id, version }, before, after) => ({
    action: after.state === 'done' ? 'rollout.complete' : 'rollout.advance',
    subject: id,
    detail: { version, from: percentOf(before.permille), to: percentOf(after.permille) },
  });

  const requireRolling = (rollout: Rollout): void => {
    if (rollout.state !== 'rolling') throw rolloutPaused(rollout);
  };

  /** Takes the next step, or goes to a percentage, which ends the schedule. */
  const advance = (caller: Caller, id: string, permille: number | undefined): Promise<Rollout> =>
    change(caller, id, {
      move: (rollout, { at }) => {
        requireRolling(rollout);
        if (permille !== undefined) return applyPercent(rollout, permille, at);
        const stepped = applyNextStep(rollout, at);
        if (stepped === undefined) throw noStepLeft(rollout);
        return stepped;
      },
      toEvent: advanced,
    });

  /** Stops all offers at once; clients that have the release keep it. */
  const pause = (caller: Caller, id: string, reason: string): Promise<Rollout> => {
    const by: RolloutStop['by'] = 'publisher';
    return change(caller, id, {
      move: (rollout, { at }) => applyPause(rollout, { by, reason, at }),
      toEvent: ({ version }) => ({ action: 'rollout.pause', subject: id, detail: { version, by, reason } }),
    });
  };

  /** Continues with the same clients. The scope for pausing is not sufficient: this takes the one for advancing. */
  const resumeIt = (caller: Caller, id: string, permille: number | undefined): Promise<Rollout> =>
    change(caller, id, {
      starts: true,
      move: (rollout, { at }) => {
        if ((permille ?? 0) > rollout.permille) requireAccess(caller.actor, 'publish', caller.app);
        return applyResume(rollout, permille, at);
      },
      toEvent: ({ version }, before, after) => ({
        action: 'rollout.resume',
        subject: id,
        // If the rollout itself was not stopped, a brake stopped a target.
        detail: { version, stoppedBy: before.stopped?.by ?? 'brake', percent: percentOf(after.permille) },
      }),
    });

  const completeIt = async (caller: Caller, id: string): Promise<Rollout> => {
    const existing = await show(caller.app, id);
    if (existing.state === 'done') return existing;
    return change(caller, id, { move: (rollout, { at }) => applyComplete(rollout, at), toEvent: advanced });
  };

  /** Includes whether newer releases supersede each one. */
  const listRollouts = async (
    slug: string,
    state: RolloutState | undefined,
  ): Promise<(ListedRollout & { superseded: boolean })[]> => {
    requireFound(await store.findApp(slug), 'app');
    const listed = await store.listRollouts(slug, { states: state === undefined ? undefined : [state] });
    if (listed.length === 0) return [];
    const [candidates, keys] = await Promise.all([store.listCandidates(slug), store.listSigningKeys(slug)]);
    const standing = currentReleaseIds(candidates, keys);
    return listed.map((one) => ({
      ...one,
      superseded: one.releaseState === 'published' && !standing.has(one.rollout.releaseId),
    }));
  };

  return { plan, advance, pause, resume: resumeIt, complete: completeIt, listRollouts };
};
export type RolloutControl = ReturnType<typeof createRolloutControl>;

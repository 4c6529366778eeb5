import type { Caller } from '../model/actor.ts';
import { Refusal, requireFound } from '../model/errors.ts';
import { type Outcomes, sumOutcomes, windowAt } from '../model/evidence-window.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import type { Rollout } from '../model/rollout.ts';
import type { Clock } from '../ports/clock.ts';
import type { Evidence, EvidenceChanges } from '../ports/evidence.ts';
import type { Releases } from '../ports/releases.ts';
import type { RolloutChanges } from '../ports/rollouts.ts';
import type { AppTransaction, InTransaction } from '../unit-of-work.ts';
import { type Halt, type RolloutListener, reachableTargets } from './brakes.ts';
import { haltTransition } from './next-transition.ts';
import { rolloutNotPublished, rolloutOver } from './refusals.ts';

/*
 * Reports with an API key, for example from a crash service. They are evaluated at once by the same code as in the
 * supervisor job, so a halt happens within the request.
 */

/** Outcomes of one request. */
export interface ReportedOutcomes extends Outcomes {
  target?: string | undefined;
  /** An idempotency key. */
  batch?: string | undefined;
}

export interface HealthReportResult {
  rollout: Rollout;
  warnings: Warning[];
}

/** A batch is not retried after a week. */
const rememberedSeconds = 7 * 24 * 3600;

const source = 'health';

const unknownTarget = (target: string, { version }: ReleaseWithArtifacts): Refusal => {
  const detail = `Release ${version} has no artifact for ${target}.`;
  return new Refusal('invalid-fields', detail, [{ pointer: '/target', code: 'unknown-target', detail }]);
};

/** Throws if the release has no rollout that accepts reports. */
const demandReportable = (release: ReleaseWithArtifacts): Rollout => {
  const rollout = requireFound(release.rollout, 'rollout');
  if (release.state !== 'published') throw rolloutNotPublished(release);
  if (rollout.state === 'done') throw rolloutOver(release);
  return rollout;
};

type Tx = Pick<Releases, 'findRelease'> & Pick<Evidence, 'listEvidence'> & EvidenceChanges & RolloutChanges;

/** Evaluates one rollout; resolves with it if it changed. */
type EvaluateRollout = (app: string, id: string) => Promise<{ rollout: Rollout } | undefined>;

export const createHealthReports = (
  needs: { clock: Clock; inTransaction: InTransaction<Tx>; evaluate: EvaluateRollout } & Pick<
    RolloutListener,
    'onHalt'
  >,
) => {
  const { clock, inTransaction, evaluate, onHalt } = needs;

  const count = async (
    { tx, at }: AppTransaction<Tx>,
    { releaseId, round, stepNumber: step }: Rollout,
    { bad, good, target, batch }: ReportedOutcomes,
  ): Promise<void> => {
    const when = { at, expireBefore: clock.in(-rememberedSeconds) };
    if (batch !== undefined && !(await tx.claimBatch(releaseId, batch, when))) return;
    if (bad + good === 0) return;
    const evidence = (await tx.listEvidence(releaseId, round)).filter((one) => one.source === source);
    await tx.addEvidence(releaseId, round, {
      source,
      step,
      lap: windowAt(step, evidence),
      target,
      bad,
      good,
    });
  };

  /** Also accepts outcomes while paused: they are shown, but a resume starts over. */
  const recordOutcomes = async (
    { app: slug, actor }: Caller,
    id: string,
    reported: ReportedOutcomes,
  ): Promise<HealthReportResult> => {
    const counted = await inTransaction(slug, actor, async (change) => {
      const release = requireFound(await change.tx.findRelease(slug, id), 'release');
      const rollout = demandReportable(release);
      const { target } = reported;
      if (target !== undefined && !reachableTargets(release).includes(target))
        throw unknownTarget(target, release);
      await count(change, rollout, reported);
      return rollout;
    });
    // The outcomes are already counted; if this fails, the job evaluates the rollout later.
    const moved = await evaluate(slug, id).catch(() => undefined);
    return { rollout: moved?.rollout ?? counted, warnings: [] };
  };

  const brakeOffWarnings = ({ brakes }: Rollout): Warning[] => [
    brakes.health === 'warn'
      ? {
          code: 'brake-warns',
          detail: 'Verdict recorded, but the brake `health` is set to `warn`. Pause the rollout to stop it.',
        }
      : { code: 'brake-off', detail: 'The brake `health` is off, so the verdict has no effect.' },
  ];

  const haltUnderLock = async (change: AppTransaction<Tx>, release: ReleaseWithArtifacts, reason: string) => {
    const rollout = demandReportable(release);
    if (rollout.state !== 'rolling') return { rollout, warnings: [], halt: undefined };
    if (rollout.brakes.health !== 'halt')
      return { rollout, warnings: brakeOffWarnings(rollout), halt: undefined };
    const reported = await change.tx.listEvidence(release.id, rollout.round);
    const { bad, good } = sumOutcomes(reported.filter((one) => one.source === source));
    const halt: Halt = { source, target: undefined, bad, good, reason };
    const { version } = release;
    const moved = haltTransition({ version, rollout, targets: reachableTargets(release) }, halt, change.at);
    await change.tx.putRollout(moved.rollout);
    await change.record(moved.event);
    await change.invalidate();
    return {
      rollout: moved.rollout,
      warnings: [],
      halt: { ...halt, app: release.app, releaseId: release.id, version },
    };
  };

  /** Halts at once, as a brake does; a rollout that is already stopped keeps its cause. */
  const haltByVerdict = async (
    { app: slug, actor }: Caller,
    id: string,
    reason: string,
  ): Promise<HealthReportResult> => {
    const { halt, ...result } = await inTransaction(slug, actor, async (change) => {
      const release = requireFound(await change.tx.findRelease(slug, id), 'release');
      return haltUnderLock(change, release, reason);
    });
    if (halt !== undefined) onHalt(halt);
    return result;
  };

  return { recordOutcomes, haltByVerdict };
};
export type HealthReports = ReturnType<typeof createHealthReports>;

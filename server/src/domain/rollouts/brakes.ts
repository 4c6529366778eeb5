import { isMain } from '../model/artifact.ts';
import type { Outcomes, WindowOutcomes } from '../model/evidence-window.ts';
import type { Instant } from '../model/instant.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import { type EvidenceSource, evidenceSources, type Rollout } from '../model/rollout.ts';
import { describeMissingCheckIns, type TargetCheckIns, testMissingCheckIns } from './missing-check-ins.ts';
import { runSequentialTest, type TestResult } from './sequential-test.ts';
import { applyPause } from './transitions.ts';

/* What the evidence of a round does to its rollout. Pure: whoever calls holds the app's lock. */

/** Why a rollout, or one target of it, is to stop. */
export interface Halt extends Outcomes {
  source: EvidenceSource;
  target: string | undefined;
  reason: string;
}

/** A halt with the release that it is about, for those who are to hear of it. */
export interface RolloutHalt extends Halt {
  app: string;
  releaseId: string;
  version: string;
}

/** Who is told. */
export interface RolloutListener {
  /** Called once a halt is committed. */
  onHalt(halt: RolloutHalt): void;
  /** Called when a brake that only warns would halt, once for each round and source on this node; and of wrong clocks. */
  onWarning(about: { app: string; releaseId: string; version: string }, warning: Warning): void;
}

/** One line of what was told: of the whole, or of a target; at a ratio of 1 it halts. */
export interface EvidenceLine extends Outcomes {
  source: EvidenceSource;
  target: string | undefined;
  ratio: number;
}

/** The targets whose clients a release can reach. */
export const reachableTargets = ({ artifacts }: ReleaseWithArtifacts): string[] =>
  artifacts.filter((one) => isMain(one) && one.state !== 'pruned').map(({ target }) => target);

const reasonOf = (source: EvidenceSource, against: Outcomes & { target: string | undefined }): string => {
  if (source === 'silence') return describeMissingCheckIns(against);
  const { target, bad, good } = against;
  return `${source}: ${bad} of ${bad + good} outcomes${target === undefined ? '' : ` on ${target}`} were bad`;
};

/** All that speaks for or against a release. */
interface BrakeEvidence {
  evidence: readonly WindowOutcomes[];
  reached: readonly TargetCheckIns[];
  targets: readonly string[];
}

const judgeSource = (
  { brakes, brakedTargets: held }: Rollout,
  { evidence, reached, targets }: BrakeEvidence,
  source: EvidenceSource,
): TestResult =>
  source === 'silence'
    ? testMissingCheckIns(reached, held)
    : runSequentialTest(
        evidence.filter((one) => one.source === source),
        brakes,
        { targets, held },
      );

/** What the evidence asks to stop, source by source, by the brakes that stand on one of two actions. */
const findCrossedBrakes = (rollout: Rollout, told: BrakeEvidence, action: 'halt' | 'warn'): Halt[] =>
  evidenceSources
    .filter((source) => rollout.brakes[source] === action)
    .flatMap((source) => {
      const { halt } = judgeSource(rollout, told, source);
      if (halt === undefined) return [];
      const { target, bad, good } = halt;
      return [{ source, target, bad, good, reason: reasonOf(source, halt) }];
    });

/** What a brake has to stop, the whole before a target. */
export const findHalt = (rollout: Rollout, told: BrakeEvidence): Halt | undefined =>
  findCrossedBrakes(rollout, told, 'halt')[0];

/** What brakes that only warn say, with the evidence that each goes by. */
export const findWarnings = (rollout: Rollout, told: BrakeEvidence): (Warning & Pick<Halt, 'source'>)[] =>
  findCrossedBrakes(rollout, told, 'warn').map(({ source, reason }) => ({
    source,
    code: 'brake-warns',
    detail: `${reason}: ${source === 'silence' ? 'it may not start' : 'more than is acceptable'}. This brake only warns; pause the rollout if that is so.`,
  }));

/** Stops what has to stop: the whole, also where no target is left, or one target. */
export const applyHalt = (
  rollout: Rollout,
  { target, reason }: Halt,
  { targets, at }: { targets: readonly string[]; at: Instant },
): Rollout => {
  if (target === undefined) return applyPause(rollout, { by: 'brake', reason, at });
  const braked = { ...rollout, brakedTargets: [...new Set([...rollout.brakedTargets, target])] };
  const isLast = targets.every((one) => braked.brakedTargets.includes(one));
  return isLast ? applyPause(braked, { by: 'brake', reason, at }) : braked;
};

/** What was told in this round, source by source; of the whole first. */
export const evidenceLinesOf = (rollout: Rollout, told: BrakeEvidence): EvidenceLine[] =>
  evidenceSources
    .filter((source) =>
      source === 'silence' ? told.reached.length > 0 : told.evidence.some((one) => one.source === source),
    )
    .flatMap((source) => judgeSource(rollout, told, source).weighed.map((line) => ({ source, ...line })));

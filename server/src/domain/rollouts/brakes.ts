import { isMain } from '../model/artifact.ts';
import type { Outcomes, WindowOutcomes } from '../model/evidence-window.ts';
import type { Instant } from '../model/instant.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import { type EvidenceSource, evidenceSources, type Rollout } from '../model/rollout.ts';
import { describeMissingCheckIns, type TargetCheckIns, testMissingCheckIns } from './missing-check-ins.ts';
import { runSequentialTest, type TestResult } from './sequential-test.ts';
import { applyPause } from './transitions.ts';

/* Applies evidence to a rollout. Pure: the caller holds the app's lock. */

/** Why a rollout or one of its targets must stop. */
export interface Halt extends Outcomes {
  source: EvidenceSource;
  target: string | undefined;
  reason: string;
}

export interface RolloutHalt extends Halt {
  app: string;
  releaseId: string;
  version: string;
}

export interface RolloutListener {
  /** Called after the commit. */
  onHalt(halt: RolloutHalt): void;
  /** Called once per phase and source on this node when a warn-only brake would halt, and for wrong clocks. */
  onWarning(about: { app: string; releaseId: string; version: string }, warning: Warning): void;
}

/** Totals of the release or of one target; it halts at a ratio of 1. */
export interface EvidenceLine extends Outcomes {
  source: EvidenceSource;
  target: string | undefined;
  ratio: number;
}

export const reachableTargets = ({ artifacts }: ReleaseWithArtifacts): string[] =>
  artifacts.filter((one) => isMain(one) && one.state !== 'pruned').map(({ target }) => target);

const reasonOf = (source: EvidenceSource, against: Outcomes & { target: string | undefined }): string => {
  if (source === 'silence') return describeMissingCheckIns(against);
  const { target, bad, good } = against;
  return `${source}: ${bad} of ${bad + good} outcomes${target === undefined ? '' : ` on ${target}`} were bad`;
};

interface BrakeEvidence {
  evidence: readonly WindowOutcomes[];
  checkIns: readonly TargetCheckIns[];
  targets: readonly string[];
}

const testSource = (
  { brakes, brakedTargets: heldTargets }: Rollout,
  { evidence, checkIns, targets }: BrakeEvidence,
  source: EvidenceSource,
): TestResult =>
  source === 'silence'
    ? testMissingCheckIns(checkIns, heldTargets)
    : runSequentialTest(
        evidence.filter((one) => one.source === source),
        brakes,
        { targets, heldTargets },
      );

/** The brakes with this action that the evidence triggers. */
const findCrossedBrakes = (rollout: Rollout, input: BrakeEvidence, action: 'halt' | 'warn'): Halt[] =>
  evidenceSources
    .filter((source) => rollout.brakes[source] === action)
    .flatMap((source) => {
      const { halt } = testSource(rollout, input, source);
      if (halt === undefined) return [];
      const { target, bad, good } = halt;
      return [{ source, target, bad, good, reason: reasonOf(source, halt) }];
    });

/** The whole release comes before a target. */
export const findHalt = (rollout: Rollout, input: BrakeEvidence): Halt | undefined =>
  findCrossedBrakes(rollout, input, 'halt')[0];

/** Triggered brakes that only warn. */
export const findWarnings = (rollout: Rollout, input: BrakeEvidence): (Warning & Pick<Halt, 'source'>)[] =>
  findCrossedBrakes(rollout, input, 'warn').map(({ source, reason }) => ({
    source,
    code: 'brake-warns',
    detail: `${reason}: ${source === 'silence' ? 'the app may not start' : 'the failure rate is too high'}. This brake only warns; pause the rollout to stop it.`,
  }));

/** Stops the whole rollout, also if no target is left, or one target. */
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

/** The phase's evidence by source, totals first. */
export const evidenceLinesOf = (rollout: Rollout, input: BrakeEvidence): EvidenceLine[] =>
  evidenceSources
    .filter((source) =>
      source === 'silence' ? input.checkIns.length > 0 : input.evidence.some((one) => one.source === source),
    )
    .flatMap((source) => testSource(rollout, input, source).statistics.map((line) => ({ source, ...line })));

import type { Outcomes, WindowOutcomes } from '../model/evidence-window.ts';
import type { Instant } from '../model/instant.ts';
import type { EvidenceSource } from '../model/rollout.ts';

/** What was told of releases that are rolling. */
export interface Evidence {
  /** Of one round, by lap, source and target. */
  listEvidence(releaseId: string, round: number): Promise<WindowOutcomes[]>;
  /** Of all rounds together. */
  sumEvidence(releaseId: string, source: EvidenceSource): Promise<Outcomes>;
  /** The same, by target. */
  sumEvidenceByTarget(
    releaseId: string,
    source: EvidenceSource,
  ): Promise<(Outcomes & { target: string | undefined })[]>;
}

/** How it arrives, inside a transaction. */
export interface EvidenceChanges {
  /** Adds to what the lap has. */
  addEvidence(releaseId: string, round: number, counted: WindowOutcomes): Promise<void>;
  /** Notes that a batch is counted; false where it was before. Batches noted before `forget` are forgotten. */
  markBatch(releaseId: string, batch: string, when: { at: Instant; forget: Instant }): Promise<boolean>;
}

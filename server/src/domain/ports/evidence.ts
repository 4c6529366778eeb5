import type { Outcomes, WindowOutcomes } from '../model/evidence-window.ts';
import type { Instant } from '../model/instant.ts';
import type { EvidenceSource } from '../model/rollout.ts';

/** Reported outcomes of releases in rollout. */
export interface Evidence {
  /** One phase, by window, source and target. */
  listEvidence(releaseId: string, round: number): Promise<WindowOutcomes[]>;
  /** All phases. */
  sumEvidence(releaseId: string, source: EvidenceSource): Promise<Outcomes>;
  /** All phases, by target. */
  sumEvidenceByTarget(
    releaseId: string,
    source: EvidenceSource,
  ): Promise<(Outcomes & { target: string | undefined })[]>;
}

export interface EvidenceChanges {
  /** Adds to the window's counts. */
  addEvidence(releaseId: string, round: number, counted: WindowOutcomes): Promise<void>;
  /** Marks a batch as counted; false if it already was. Deletes marks older than `expireBefore`. */
  claimBatch(
    releaseId: string,
    batch: string,
    when: { at: Instant; expireBefore: Instant },
  ): Promise<boolean>;
}

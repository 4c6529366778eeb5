import { countOutcomes } from '../model/evidence-window.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import type { Rollout } from '../model/rollout.ts';
import type { Evidence } from '../ports/evidence.ts';
import type { Releases } from '../ports/releases.ts';

/** The previous release needs this many outcomes for a meaningful rate. */
const baseOutcomes = 200;

/** Warns before a rollout if the previous release would have triggered its brake, too. */
export const baseRateWarnings = async (
  reads: Releases & Evidence,
  { app, channel, sequence }: ReleaseWithArtifacts,
  { brakes }: Pick<Rollout, 'brakes'>,
): Promise<Warning[]> => {
  if (brakes.health === 'off') return [];
  const [base] = await reads.listPublished(app, { channel, limit: 1, withdrawn: true, before: sequence });
  const outcomes = base === undefined ? undefined : await reads.sumEvidence(base.id, 'health');
  if (outcomes === undefined || countOutcomes(outcomes) < baseOutcomes) return [];
  const percent = (100 * outcomes.bad) / countOutcomes(outcomes);
  if (percent <= brakes.acceptable) return [];
  const detail = `${percent.toFixed(1)}% of outcomes of ${base?.version} were failures, above the acceptable ${brakes.acceptable}%. The brake may halt a release that is no worse.`;
  return [{ code: 'brake-too-tight', detail }];
};

import type { EvidenceLine, Rollout, RolloutPlan } from '@slipway/api';
import { percentErrors } from './rollout-messages.ts';

/* Percentages and steps of a rollout. Pure. */

const usual: readonly number[] = [1, 5, 10, 25, 50, 100];

/** Percentages to choose from: the usual ones, the current one, and the planned ones. */
export const percentChoices = ({ percent, steps }: Pick<Rollout, 'percent' | 'steps'>): number[] =>
  [...new Set([...usual, percent, ...steps.map((step) => step.percent)])].sort((one, other) => one - other);

/** Parses a typed percentage, or says what is wrong with it. */
export const parsePercent = (text: string): { percent: number } | { fault: string } => {
  const percent = Number(text.replace(',', '.').replace(/%\s*$/, ''));
  if (text.trim() === '' || !Number.isFinite(percent) || percent < 0 || percent > 100)
    return { fault: percentErrors.range };
  if (Math.abs(percent * 10 - Math.round(percent * 10)) > 1e-6) return { fault: percentErrors.decimals };
  return { percent };
};

/** How close the evidence is to halting the rollout, 0 to 1. */
export const evidenceShare = ({ ratio }: EvidenceLine): number => Math.min(Math.max(ratio, 0), 1);

/** The remaining steps, as a plan that starts at the current percentage. */
export const remainingPlan = ({ percent, steps }: Pick<Rollout, 'percent' | 'steps'>): RolloutPlan => ({
  steps: [
    { percent },
    ...steps.map((step) => ({ percent: step.percent, afterHours: step.afterHours })),
  ].filter((step, at, all) => at === 0 || step.percent > (all[at - 1]?.percent ?? 0)),
});

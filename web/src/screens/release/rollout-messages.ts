import type { EvidenceLine, Rollout, RolloutPlan, RolloutStep } from '@slipway/api';
import { formatCount, formatQuantity, formatTime } from '../../ui/format.ts';

/* A rollout's status and next step in words. Pure. */

const usual: readonly number[] = [1, 5, 10, 25, 50, 100];

/** Percentages to choose from: the usual ones, the current one, and the planned ones. */
export const percentChoices = ({ percent, steps }: Pick<Rollout, 'percent' | 'steps'>): number[] =>
  [...new Set([...usual, percent, ...steps.map((step) => step.percent)])].sort((one, other) => one - other);

const needsOf = ({ needs }: RolloutStep): string[] => [
  ...(needs.approval === true ? ['manual approval'] : []),
  ...(needs.downloads === undefined ? [] : [formatQuantity(needs.downloads, 'completed download')]),
  ...(needs.outcomes === undefined ? [] : [formatQuantity(needs.outcomes, 'health report')]),
];

export const nextStepText = ({ state, percent, steps: [step], steppedAt }: Rollout): string => {
  if (state === 'done') return 'Available to everyone.';
  if (state === 'paused') return 'Not offered to anyone until resumed. Clients that have it keep it.';
  if (step === undefined) return `Stays at ${percent}%. No more steps scheduled.`;
  if (state === 'planned') return `Publishing starts it at ${step.percent}%.`;
  const at = formatTime(Date.parse(steppedAt) + step.afterHours * 3_600_000);
  const needs = needsOf(step);
  const when = `Goes to ${step.percent}% on ${at}`;
  return needs.length === 0
    ? `${when}, unless paused.`
    : `${when} at the earliest. Needs ${needs.join(' and ')}.`;
};

/** How many checks per day a new percentage affects, approximately. */
export const affectedChecksText = (checksPerDay: number, from: number, to: number): string => {
  const count = Math.round((checksPerDay * Math.abs(to - from)) / 100);
  const rounded = Number(count.toPrecision(2));
  return to > from
    ? `Offered in about ${formatCount(rounded)} more update checks per day.`
    : `Offered in about ${formatCount(rounded)} fewer update checks per day. Clients that have it keep it.`;
};

/** Parses a typed percentage, or says what is wrong with it. */
export const parsePercent = (text: string): { percent: number } | { fault: string } => {
  const percent = Number(text.replace(',', '.').replace(/%\s*$/, ''));
  if (text.trim() === '' || !Number.isFinite(percent) || percent < 0 || percent > 100)
    return { fault: 'A percent from 0 to 100.' };
  if (Math.abs(percent * 10 - Math.round(percent * 10)) > 1e-6) return { fault: 'One decimal at most.' };
  return { percent };
};

const sources: Readonly<Record<EvidenceLine['source'], string>> = {
  health: 'Told with a key',
  reports: 'Told by copies',
  silence: 'Silence',
};

export const evidenceSource = ({ source }: Pick<EvidenceLine, 'source'>): string => sources[source];

export const evidenceName = ({ source, target }: EvidenceLine): string =>
  target === null ? sources[source] : `${sources[source]}, ${target}`;

/** How close the evidence is to halting the rollout, 0 to 1. */
export const evidenceShare = ({ ratio }: EvidenceLine): number => Math.min(Math.max(ratio, 0), 1);

/** The remaining steps, as a plan that starts at the current percentage. */
export const remainingPlan = ({ percent, steps }: Pick<Rollout, 'percent' | 'steps'>): RolloutPlan => ({
  steps: [
    { percent },
    ...steps.map((step) => ({ percent: step.percent, afterHours: step.afterHours })),
  ].filter((step, at, all) => at === 0 || step.percent > (all[at - 1]?.percent ?? 0)),
});

export const planText = ({ steps }: RolloutPlan): string =>
  steps.map(({ percent }) => `${percent}%`).join(', ');

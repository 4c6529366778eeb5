import type { EvidenceLine, Rollout, RolloutPlan, RolloutStep } from '@slipway/api';
import { formatCount, formatQuantity, formatTime } from '../../ui/format.ts';

/* Where a rollout stands and what comes next, in numbers and words. Pure. */

const usual: readonly number[] = [1, 5, 10, 25, 50, 100];

/** The percents to choose from: the usual ones, where it stands, and what is planned. */
export const percentChoices = ({ percent, steps }: Pick<Rollout, 'percent' | 'steps'>): number[] =>
  [...new Set([...usual, percent, ...steps.map((step) => step.percent)])].sort((one, other) => one - other);

const needsOf = ({ needs }: RolloutStep): string[] => [
  ...(needs.approval === true ? ['manual approval'] : []),
  ...(needs.downloads === undefined ? [] : [formatQuantity(needs.downloads, 'completed download')]),
  ...(needs.outcomes === undefined ? [] : [formatQuantity(needs.outcomes, 'health report')]),
];

/** When the next step is taken, and what it waits for. */
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

/** About how many checks of a day change sides when the percent does. */
export const affectedChecksText = (checksPerDay: number, from: number, to: number): string => {
  const count = Math.round((checksPerDay * Math.abs(to - from)) / 100);
  const rounded = Number(count.toPrecision(2));
  return to > from
    ? `Offered in about ${formatCount(rounded)} more update checks per day.`
    : `Offered in about ${formatCount(rounded)} fewer update checks per day. Clients that have it keep it.`;
};

/** A percent that someone typed, or what is wrong with it. */
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

/** Where a line of evidence comes from. */
export const evidenceSource = ({ source }: Pick<EvidenceLine, 'source'>): string => sources[source];

/** What a line of evidence is about. */
export const evidenceName = ({ source, target }: EvidenceLine): string =>
  target === null ? sources[source] : `${sources[source]}, ${target}`;

/** How far what speaks against a release is from a halt, 0 to 1. */
export const evidenceShare = ({ ratio }: EvidenceLine): number => Math.min(Math.max(ratio, 0), 1);

export type PlanPresetName = 'standard' | 'slow' | 'fast';

const evenly = (percents: readonly number[], afterHours: number): RolloutPlan => ({
  steps: percents.map((percent, at) => (at === 0 ? { percent } : { percent, afterHours })),
});

/** The plans that the command line knows by these names, too. */
export const planPresets: Readonly<Record<PlanPresetName, RolloutPlan>> = {
  standard: evenly([1, 10, 50, 100], 24),
  slow: evenly([1, 2, 5, 10, 20, 50, 100], 24),
  fast: evenly([10, 50, 100], 6),
};

/** What a rollout would go on with from where it stands, as a plan. */
export const remainingPlan = ({ percent, steps }: Pick<Rollout, 'percent' | 'steps'>): RolloutPlan => ({
  steps: [
    { percent },
    ...steps.map((step) => ({ percent: step.percent, afterHours: step.afterHours })),
  ].filter((step, at, all) => at === 0 || step.percent > (all[at - 1]?.percent ?? 0)),
});

/** A plan in a line. */
export const planText = ({ steps }: RolloutPlan): string =>
  steps.map(({ percent }) => `${percent}%`).join(', ');

import type { EvidenceLine, Release, Rollout, RolloutDetails, RolloutPlan, Simulation } from '@slipway/api';
import type { Confirmation } from '../../actions/confirmation.ts';
import type { EffectLine } from '../../actions/effect-lines.ts';
import { formatCount, formatQuantity, formatShare, formatTime } from '../../ui/format.ts';

/* The sentences about a rollout. Pure. */

export const resumeFirst = 'Resume the rollout first.';
export const availableToEveryone = 'Available to everyone.';
export const percentErrors = {
  range: 'Enter a number from 0 to 100.',
  decimals: 'Use at most one decimal place.',
};

const needsOf = ({ needs }: Rollout['steps'][number]): string[] => [
  ...(needs.approval === true ? ['manual approval'] : []),
  ...(needs.downloads === undefined ? [] : [formatQuantity(needs.downloads, 'completed download')]),
  ...(needs.outcomes === undefined ? [] : [formatQuantity(needs.outcomes, 'health report')]),
];

export const nextStepText = ({ state, percent, steps: [step], steppedAt }: Rollout): string => {
  if (state === 'done') return availableToEveryone;
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

export const evidenceSources: Readonly<Record<EvidenceLine['source'], string>> = {
  health: 'Reported by API key',
  reports: 'Reported by clients',
  silence: 'Missing check-ins',
};

const stopLabels: Partial<Record<string, string>> = {
  brake: 'Paused automatically: ',
  publisher: 'Paused: ',
};

export const stoppedText = ({ by, reason }: NonNullable<Rollout['stopped']>): string =>
  `${stopLabels[by] ?? ''}${reason}`;

/** 3 failures of 200 (1.5%) */
export const failuresText = ({ bad, good }: EvidenceLine): string =>
  `${formatQuantity(bad, 'failure')} of ${formatCount(bad + good)} (${formatShare(bad / Math.max(bad + good, 1))})`;

export const exposureText = ({ downloads, ofFleet }: RolloutDetails['exposed'], percent: number): string =>
  ofFleet === null
    ? `${formatQuantity(downloads, 'download')}. Total number of clients unknown.`
    : `Downloaded by ${formatShare(ofFleet / 100)} of clients, of ${percent}% allowed.`;

export const planText = ({ steps }: RolloutPlan): string =>
  steps.map(({ percent }) => `${percent}%`).join(' → ');

export const orUnknown = (count: number | null, format: (value: number) => string): string =>
  count === null ? 'Unknown' : format(count);

const within = (hours: number): string => (hours < 1 ? 'within an hour' : `within ${hours} hours`);

export const brakeText = ({ failing, outcomes, hours }: Simulation['brake'][number]): string =>
  outcomes === null
    ? `A ${failing}% failure rate doesn’t pause the rollout.`
    : `A ${failing}% failure rate pauses it after about ${formatQuantity(outcomes, 'report')}${
        hours === null ? '' : ` (${within(hours)} if every client reports)`
      }.`;

export const pauseConfirmation = (version: string, { percent }: Rollout): Confirmation => ({
  title: `Pause rollout of ${version}?`,
  lines: [
    { icon: 'arrow', text: 'Clients are offered the previous release instead.' },
    { icon: 'people', text: `Clients that have ${version} keep it.` },
    { icon: 'undo', text: `You can resume at ${percent}% with the same clients.` },
  ],
  button: 'Pause rollout',
  done: `Paused ${version} at ${percent}%.`,
});

export const resumeConfirmation = (version: string, { percent, stopped }: Rollout): Confirmation => ({
  title: `Resume rollout of ${version}?`,
  lines: [
    { icon: 'arrow', text: `The same ${percent}% of clients are offered it again.` },
    ...(stopped === null
      ? []
      : [{ icon: 'warn', tone: 'warn', text: `It was paused: ${stopped.reason}` } as const]),
    { icon: 'clock', text: 'The step timer and health counts restart.' },
  ],
  button: 'Resume rollout',
  done: `Resumed ${version} at ${percent}%.`,
});

const changeLines = (from: number, to: number, checks: number): EffectLine[] => {
  const affected: EffectLine = { icon: 'people', text: affectedChecksText(checks, from, to) };
  return to >= 100
    ? [
        { icon: 'arrow', text: 'All clients are offered it now. This ends the rollout.' },
        affected,
        { icon: 'undo', text: 'To stop it later, withdraw the release.' },
      ]
    : [
        {
          icon: 'arrow',
          text: `Stays at ${to}%. Scheduled steps are removed.`,
        },
        affected,
      ];
};

/** Confirms a new percentage, which is undefined while the typed one is invalid. */
export const changeConfirmation = (
  version: string,
  { percent, to }: { percent: number; to: number | undefined },
  checks: number,
): Confirmation => ({
  title: `Change rollout of ${version}`,
  lines: to === undefined || to === percent ? [] : changeLines(percent, to, checks),
  button: to === 100 ? 'Release to everyone' : `Set to ${to ?? '…'}%`,
  done: to === 100 ? `Released ${version} to everyone.` : `Set ${version} to ${to}%.`,
});

export const percentUnchanged = (percent: number): string => `Already at ${percent}%.`;

export const planConfirmation = ({ version, state }: Release, percent: number): Confirmation => ({
  title: `Staged rollout of ${version}`,
  ...(state === 'draft'
    ? {
        button: 'Save rollout',
        done: `Saved. Publishing starts ${version} at ${percent}%.`,
      }
    : { button: `Restart at ${percent}%`, done: `Restarted ${version} at ${percent}%.` }),
});

import type { Release, Rollout, RolloutPlan, RolloutStep } from '@slipway/api';
import { formatHours } from '../terminal/duration.ts';
import { formatInstant, formatSeconds } from '../terminal/format.ts';
import { oneLine } from '../terminal/plain-text.ts';
import { formatCount, percentWithClients } from './client-counts.ts';

type PlannedStep = RolloutPlan['steps'][number];

/* Describes a rollout in sentences: its state, the next step, the reason for a stop. */

export interface RolloutSubject {
  /** The release ID if the version is unknown. */
  version: string;
  channel?: string | undefined;
  /** Flags that a command needs besides the version to reach the same release. */
  flags?: string | undefined;
  /** The release's state, if known. */
  state?: Release['state'] | undefined;
}

/** A command about the release, ready to paste. */
export const commandFor = (words: string, { version, flags = '' }: RolloutSubject, more = ''): string =>
  `slipway ${words} ${version}${more}${flags}`;

const whoStopped: Record<NonNullable<Rollout['stopped']>['by'], (at: string) => string> = {
  publisher: (at) => `is paused ${at}`,
  brake: (at) => `was halted by a brake ${at}`,
  superseded: (at) => `was paused ${at} by a newer release`,
  withdrawn: (at) => `was paused ${at} because the release was withdrawn`,
};

const standsStill = (
  by: NonNullable<Rollout['stopped']>['by'],
  at: string,
  { state }: RolloutSubject,
): string => {
  if (state === 'withdrawn') return `is withdrawn, and its rollout is paused ${at}`;
  const isRestored = by === 'withdrawn' && state === 'published';
  return isRestored
    ? `was withdrawn and restored, but its rollout is still paused ${at}`
    : whoStopped[by](at);
};

const stoppedText = ({ stopped, percent }: Rollout, of: RolloutSubject, name: string): string => {
  if (stopped === null) return `${name} is paused at ${percent}%.`;
  const reason = oneLine(stopped.reason).replace(/[.\s]+$/, '');
  const at = `at ${percent}% (${formatInstant(stopped.at)} UTC)`;
  return `${name} ${standsStill(stopped.by, at, of)}: ${reason}. Nobody is offered it; clients that have it keep it.`;
};

export const stateText = (rollout: Rollout, of: RolloutSubject): string => {
  const { version, channel } = of;
  const name = channel === undefined ? version : `${version} on ${channel}`;
  const { state, percent, fleetSize, brakedTargets } = rollout;
  if (state === 'done') return `${name} is available to everyone. The rollout is done.`;
  if (state === 'planned')
    return `The rollout of ${name} starts at ${percentWithClients(percent, fleetSize)} when the release is published.`;
  if (state !== 'rolling') return stoppedText(rollout, of, name);
  return brakedTargets.length === 0
    ? `${name} is rolling out at ${percentWithClients(percent, fleetSize)}.`
    : `${name} is rolling out at ${percent}%, except ${brakedTargets.join(', ')}.`;
};

const needTexts = ({ needs }: Pick<RolloutStep, 'needs'>, of: RolloutSubject): string[] => [
  ...(needs.downloads === undefined ? [] : [`${formatCount(needs.downloads)} downloads are complete`]),
  ...(needs.outcomes === undefined ? [] : [`${formatCount(needs.outcomes)} outcomes are reported`]),
  ...(needs.approval ? [`someone runs \`${commandFor('rollout advance', of)}\``] : []),
];

const dueText = (steppedAt: string, { afterHours }: RolloutStep, now: number): string => {
  const due = Date.parse(steppedAt) + afterHours * 3_600_000;
  const when = `${formatInstant(new Date(due).toISOString())} UTC`;
  return due > now ? `on ${when} (in ${formatSeconds((due - now) / 1000)})` : `overdue since ${when}`;
};

/** The next step if no client is offered the release. */
const wayBack = (of: RolloutSubject): string => {
  const fleet = `Installed: slipway fleet${of.flags ?? ''}`;
  if (of.state === 'withdrawn') return `Restore: ${commandFor('releases restore', of)} · ${fleet}`;
  return `Resume: ${commandFor('rollout resume', of)} · Withdraw: ${commandFor('releases withdraw', of)} · ${fleet}`;
};

/** Describes a rollout that stays at its percentage until someone advances it. */
const stayText = ({ percent, brakedTargets }: Rollout, of: RolloutSubject): string => {
  const complete = commandFor('rollout complete', of);
  if (percent === 100 && brakedTargets.length > 0)
    return `Everyone else has it. To offer it to ${brakedTargets.join(', ')}: ${complete}`;
  return `Stays at ${percent}%: no steps left. Advance: ${commandFor('rollout advance', of, ' --percent <n>')} · Complete: ${complete}`;
};

/** Undefined if there is no next step. */
export const nextText = (rollout: Rollout, of: RolloutSubject, now = Date.now()): string | undefined => {
  const { state, steps, steppedAt, fleetSize } = rollout;
  const [next] = steps;
  if (state === 'paused') return wayBack(of);
  if (state === 'planned') return next && `Then ${laterText(steps)}.`;
  if (state !== 'rolling') return undefined;
  if (next === undefined) return stayText(rollout, of);
  const needs = needTexts(next, of);
  const once = needs.length === 0 ? '' : `, once ${needs.join(' and ')}`;
  const to = next.percent === 100 ? 'everyone' : percentWithClients(next.percent, fleetSize);
  return `Next: ${to}, ${dueText(steppedAt, next, now)}${once}.`;
};

/** The requirements of a step besides its hours. */
export const stepNeedTexts = (needs: PlannedStep['needs'] = {}): string[] => [
  ...(needs?.downloads === undefined ? [] : [`${formatCount(needs.downloads)} downloads`]),
  ...(needs?.outcomes === undefined ? [] : [`${formatCount(needs.outcomes)} outcomes`]),
  ...(needs?.approval === true ? ['your approval'] : []),
];

const laterText = (steps: readonly PlannedStep[]): string =>
  steps
    .map(({ percent, afterHours, needs }) => {
      const to = percent === 100 ? 'everyone' : `${percent}%`;
      return `${to} after ${[formatHours(afterHours ?? 24), ...stepNeedTexts(needs)].join(' and ')}`;
    })
    .join(', ');

/** For example `1%; then 10% after 24 h, everyone after 24 h`. */
export const planText = ({ steps, fleetSize }: Pick<RolloutPlan, 'steps' | 'fleetSize'>): string => {
  const [first, ...rest] = steps;
  const begin = first === undefined ? '' : percentWithClients(first.percent, fleetSize);
  return rest.length === 0 ? begin : `${begin}; then ${laterText(rest)}`;
};

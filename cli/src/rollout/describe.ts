import type { Release, Rollout, RolloutPlan, RolloutStep } from '@slipway/api';
import { formatHours } from '../terminal/duration.ts';
import { formatInstant, formatSeconds } from '../terminal/format.ts';
import { oneLine } from '../terminal/plain-text.ts';
import { formatCount, percentWithClients } from './client-counts.ts';

type PlannedStep = RolloutPlan['steps'][number];

/* A rollout in sentences: where it stands, what comes next, why it stopped. */

/** The release that a rollout is of. */
export interface RolloutSubject {
  /** Or its id, where nothing else of it is known. */
  version: string;
  channel?: string | undefined;
  /** What a command needs beside the version to reach the same release. */
  flags?: string | undefined;
  /** The release's own, where it is known. */
  state?: Release['state'] | undefined;
}

/** A command about the release, as it can be typed. */
export const commandFor = (words: string, { version, flags = '' }: RolloutSubject, more = ''): string =>
  `\`slipway ${words} ${version}${more}${flags}\``;

const whoStopped: Record<NonNullable<Rollout['stopped']>['by'], (at: string) => string> = {
  publisher: (at) => `is paused ${at}`,
  brake: (at) => `was halted by a brake ${at}`,
  superseded: (at) => `is paused ${at}, since a newer release came`,
  withdrawn: (at) => `is paused ${at}, since the release was withdrawn`,
};

const standsStill = (
  by: NonNullable<Rollout['stopped']>['by'],
  at: string,
  { state }: RolloutSubject,
): string => {
  if (state === 'withdrawn') return `is withdrawn, and its rollout paused ${at}`;
  const isRestored = by === 'withdrawn' && state === 'published';
  return isRestored ? `was withdrawn and restored; its rollout is still paused ${at}` : whoStopped[by](at);
};

const stoppedText = ({ stopped, percent }: Rollout, of: RolloutSubject, name: string): string => {
  if (stopped === null) return `${name} is paused at ${percent} %.`;
  const reason = oneLine(stopped.reason).replace(/[.\s]+$/, '');
  const at = `at ${percent} % (${formatInstant(stopped.at)} UTC)`;
  return `${name} ${standsStill(stopped.by, at, of)}: ${reason}. Nobody is offered it; whoever has it keeps it.`;
};

/** One sentence: where it stands, and why. */
export const stateText = (rollout: Rollout, of: RolloutSubject): string => {
  const { version, channel } = of;
  const name = channel === undefined ? version : `${version} on ${channel}`;
  const { state, percent, fleetSize, brakedTargets } = rollout;
  if (state === 'done') return `${name} is for everyone: its rollout is done.`;
  if (state === 'planned')
    return `The rollout of ${name} is planned: it begins with ${percentWithClients(percent, fleetSize)}, when the release is published.`;
  if (state !== 'rolling') return stoppedText(rollout, of, name);
  return brakedTargets.length === 0
    ? `${name} is rolling out at ${percentWithClients(percent, fleetSize)}.`
    : `${name} is rolling out at ${percent} %, but not to ${brakedTargets.join(', ')}.`;
};

const needTexts = ({ needs }: Pick<RolloutStep, 'needs'>, of: RolloutSubject): string[] => [
  ...(needs.downloads === undefined ? [] : [`${formatCount(needs.downloads)} downloads are complete`]),
  ...(needs.outcomes === undefined ? [] : [`${formatCount(needs.outcomes)} outcomes are told`]),
  ...(needs.approval ? [`someone runs ${commandFor('rollout advance', of)}`] : []),
];

const dueText = (steppedAt: string, { afterHours }: RolloutStep, now: number): string => {
  const due = Date.parse(steppedAt) + afterHours * 3_600_000;
  const when = `${formatInstant(new Date(due).toISOString())} UTC`;
  return due > now ? `on ${when} (in ${formatSeconds((due - now) / 1000)})` : `due since ${when}`;
};

/** What helps where nobody is offered it. */
const wayBack = (of: RolloutSubject): string => {
  const fleet = `\`slipway fleet${of.flags ?? ''}\` shows how many have it`;
  if (of.state === 'withdrawn')
    return `${commandFor('releases restore', of)} brings it back, with its rollout still paused; ${fleet}.`;
  return `${commandFor('rollout resume', of)} goes on with the same clients; ${commandFor('releases withdraw', of)} recalls it; ${fleet}.`;
};

/** Where it stays until someone moves it. */
const stayText = ({ percent, brakedTargets }: Rollout, of: RolloutSubject): string => {
  const complete = commandFor('rollout complete', of);
  if (percent === 100 && brakedTargets.length > 0)
    return `All others have it; ${complete} gives it to ${brakedTargets.join(', ')}, too.`;
  return `It stays at ${percent} %: no step is left. ${commandFor('rollout advance', of, ' --percent <n>')} or ${complete} goes on.`;
};

/** What comes next and when; undefined where nothing does. */
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

/** What a step needs beside its hours, in a word each. */
export const stepNeedTexts = (needs: PlannedStep['needs'] = {}): string[] => [
  ...(needs?.downloads === undefined ? [] : [`${formatCount(needs.downloads)} downloads`]),
  ...(needs?.outcomes === undefined ? [] : [`${formatCount(needs.outcomes)} outcomes`]),
  ...(needs?.approval === true ? ['your approval'] : []),
];

const laterText = (steps: readonly PlannedStep[]): string =>
  steps
    .map(({ percent, afterHours, needs }) => {
      const to = percent === 100 ? 'everyone' : `${percent} %`;
      return `${to} after ${[formatHours(afterHours ?? 24), ...stepNeedTexts(needs)].join(' and ')}`;
    })
    .join(', ');

/** A plan in one line: `1 %, then 10 % after 24 h, everyone after 24 h`. */
export const planText = ({ steps, fleetSize }: Pick<RolloutPlan, 'steps' | 'fleetSize'>): string => {
  const [first, ...rest] = steps;
  const begin = first === undefined ? '' : percentWithClients(first.percent, fleetSize);
  return rest.length === 0 ? begin : `${begin}; then ${laterText(rest)}`;
};

import type { Rollout, RolloutPlan, RolloutStep } from '@slipway/api';
import { formatHours } from '../terminal/duration.ts';
import { formatInstant, formatSeconds } from '../terminal/format.ts';
import { oneLine } from '../terminal/plain-text.ts';
import { formatCount, inPeople } from './people.ts';

/* A rollout in sentences: where it stands, what comes next, why it stopped. */

/** The release that a rollout is of. */
export interface Of {
  /** Or its id, where nothing else of it is known. */
  version: string;
  channel?: string | undefined;
}

const whoStopped: Record<NonNullable<Rollout['stopped']>['by'], string> = {
  publisher: 'is paused',
  brake: 'was halted by a brake',
  superseded: 'is paused, since a newer release came',
  withdrawn: 'is paused, since the release was withdrawn',
};

const stoppedText = ({ stopped, percent }: Rollout, name: string): string => {
  if (stopped === null) return `${name} is paused at ${percent} %.`;
  const reason = oneLine(stopped.reason).replace(/[.\s]+$/, '');
  return `${name} ${whoStopped[stopped.by]} at ${percent} % (${formatInstant(stopped.at)} UTC): ${reason}. Nobody is offered it; whoever has it keeps it.`;
};

/** One sentence: where it stands, and why. */
export const stateText = (rollout: Rollout, { version, channel }: Of): string => {
  const name = channel === undefined ? version : `${version} on ${channel}`;
  const { state, percent, fleetSize } = rollout;
  if (state === 'done') return `${name} is for everyone: its rollout is done.`;
  if (state === 'planned')
    return `The rollout of ${name} is planned: it begins with ${inPeople(percent, fleetSize)}, when the release is published.`;
  if (state === 'rolling') return `${name} is rolling out at ${inPeople(percent, fleetSize)}.`;
  return stoppedText(rollout, name);
};

const needTexts = ({ needs }: Pick<RolloutStep, 'needs'>, version: string): string[] => [
  ...(needs.downloads === undefined ? [] : [`${formatCount(needs.downloads)} downloads are complete`]),
  ...(needs.outcomes === undefined ? [] : [`${formatCount(needs.outcomes)} outcomes are told`]),
  ...(needs.approval ? [`someone runs \`slipway rollout advance ${version}\``] : []),
];

const dueText = (steppedAt: string, { afterHours }: RolloutStep, now: number): string => {
  const due = Date.parse(steppedAt) + afterHours * 3_600_000;
  const when = `${formatInstant(new Date(due).toISOString())} UTC`;
  return due > now ? `on ${when} (in ${formatSeconds((due - now) / 1000)})` : `due since ${when}`;
};

/** What comes next and when; undefined where nothing does. */
export const nextText = (
  { state, percent, steps, steppedAt, fleetSize }: Rollout,
  { version }: Of,
  now = Date.now(),
): string | undefined => {
  const [next] = steps;
  if (state === 'paused')
    return `\`slipway rollout resume ${version}\` goes on with the same clients; \`slipway releases withdraw ${version}\` recalls it; \`slipway fleet\` shows how many have it.`;
  if (state !== 'rolling') return undefined;
  if (next === undefined)
    return `It stays at ${percent} %: no step is left. \`slipway rollout advance ${version} --percent <n>\` or \`slipway rollout complete ${version}\` goes on.`;
  const needs = needTexts(next, version);
  const once = needs.length === 0 ? '' : `, once ${needs.join(' and ')}`;
  const to = next.percent === 100 ? 'everyone' : inPeople(next.percent, fleetSize);
  return `Next: ${to}, ${dueText(steppedAt, next, now)}${once}.`;
};

/** A plan in one line: `1 %, then 10 % after 24 h, everyone after 24 h`. */
export const planText = ({ steps, fleetSize }: Pick<RolloutPlan, 'steps' | 'fleetSize'>): string => {
  const [first, ...rest] = steps;
  const later = rest.map(({ percent, afterHours, needs }) => {
    const to = percent === 100 ? 'everyone' : `${percent} %`;
    const more = Object.keys(needs ?? {}).map((need) =>
      need === 'approval' ? 'your word' : `enough ${need}`,
    );
    return `${to} after ${[formatHours(afterHours ?? 24), ...more].join(' and ')}`;
  });
  const begin = first === undefined ? '' : inPeople(first.percent, fleetSize);
  return later.length === 0 ? begin : `${begin}; then ${later.join(', ')}`;
};

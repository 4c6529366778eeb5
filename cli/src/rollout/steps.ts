import type { RolloutPlan } from '@slipway/api';
import { type RolloutPresetName, rolloutPresets } from '@slipway/core/rollout-presets.ts';
import { usageFailure } from '../errors/failure.ts';
import { parseSeconds } from '../terminal/duration.ts';

/* Parses rollout steps: a preset, or `1,10@24h,50@24h,100@24h+approval`. */

export type PlannedStep = RolloutPlan['steps'][number];

const usualHours = 24;
const mostSteps = 50;

export const presetNames = Object.keys(rolloutPresets).join(', ');

const grammar = `Use ${presetNames}, or steps such as 1,10@24h,50@24h,100@24h. The time after @ is the wait since the previous step.`;

const unreadable = (text: string, why: string) => usageFailure(`--rollout ${text}: ${why}`, grammar);

export const parseHours = (text: string): number | undefined => {
  const seconds = parseSeconds(text);
  return seconds === undefined ? undefined : Math.round((seconds / 3600) * 100) / 100;
};

const parseNeeds = (text: string, whole: string): NonNullable<PlannedStep['needs']> => {
  const needs: NonNullable<PlannedStep['needs']> = {};
  for (const word of text.split('+').slice(1)) {
    const [, name, count] = /^(downloads|outcomes)=([1-9]\d*)$/.exec(word) ?? [];
    if (word === 'approval') needs.approval = true;
    else if (name === 'downloads') needs.downloads = Number(count);
    else if (name === 'outcomes') needs.outcomes = Number(count);
    else throw unreadable(whole, `+${word} is not +approval, +downloads=<n> or +outcomes=<n>.`);
  }
  return needs;
};

const parseStep = (text: string, whole: string): PlannedStep => {
  const match = /^(\d+(?:\.\d+)?)\s*%?(?:@([^+]*))?((?:\+[^+]*)*)$/.exec(text.trim());
  const percent = Number(match?.[1]);
  if (match === null || percent > 100)
    throw unreadable(whole, text.trim() === '' ? 'a step is empty.' : `${text} is not a step.`);
  if (!/^\d+(\.\d)?$/.test(String(percent))) throw unreadable(whole, `${percent} has more than one decimal.`);
  const hours = match[2] === undefined ? undefined : parseHours(match[2]);
  if (match[2] !== undefined && hours === undefined)
    throw unreadable(whole, `@${match[2]} is not a time such as 24h, 90m or 2d.`);
  const needs = parseNeeds(match[3] ?? '', whole);
  return {
    percent,
    ...(hours === undefined ? {} : { afterHours: hours }),
    ...(Object.keys(needs).length === 0 ? {} : { needs }),
  };
};

const assertSensible = (steps: PlannedStep[], whole: string): void => {
  if (steps.length > mostSteps) throw unreadable(whole, `more than ${mostSteps} steps.`);
  const [first] = steps;
  if (first?.afterHours !== undefined || first?.needs !== undefined)
    throw unreadable(
      whole,
      `the first step starts when you publish, so ${first.percent} takes no time or condition.`,
    );
  const falling = steps.findIndex((step, index) => step.percent <= (steps[index - 1]?.percent ?? -1));
  if (falling > 0)
    throw unreadable(
      whole,
      `steps must increase, but ${steps[falling]?.percent} comes after ${steps[falling - 1]?.percent}.`,
    );
};

/** Writes every wait explicitly, as the server expects. */
export const parseSteps = (text: string): PlannedStep[] => {
  if (Object.hasOwn(rolloutPresets, text)) return rolloutPresets[text as RolloutPresetName];
  const steps = text.split(',').map((one) => parseStep(one, text));
  assertSensible(steps, text);
  return steps.map((step, index) => (index === 0 ? step : { afterHours: usualHours, ...step }));
};

/** Spreads the steps evenly, so that the last one comes at the end; defaults to the steps of `slow`. */
export const spreadSteps = (over: string, text: string | undefined): PlannedStep[] => {
  const hours = parseHours(over);
  if (hours === undefined || hours === 0)
    throw usageFailure(`--over ${over} is not a time.`, 'Use a unit, for example 72h, 90m or 7d.');
  if (text?.includes('@'))
    throw usageFailure(
      '--over can’t be combined with times in --rollout.',
      'Omit --over, or the times after @.',
    );
  const steps = parseSteps(text ?? 'slow');
  if (steps.length < 2)
    throw usageFailure('--over needs at least two steps.', 'For example --rollout 1,10,50,100.');
  const each = Math.round((hours / (steps.length - 1)) * 100) / 100;
  return steps.map((step, index) => (index === 0 ? step : { ...step, afterHours: each }));
};

import type { RolloutPlan } from '@slipway/api';
import { hasFlag, type Input, type Option, optionList, optionText } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';
import { parseSteps, presetNames, spreadSteps } from './steps.ts';

/* Shared by `publish`, `rollout plan`, and `rollout simulate`. */

export const planOptions: Option[] = [
  {
    flags: '--rollout <plan>',
    about: `staged rollout: ${presetNames}, or steps such as 1,10@24h,50@24h,100@24h`,
  },
  {
    flags: '--over <time>',
    about: 'spread the steps evenly over this time, for example 72h (alone: uses slow)',
  },
  {
    flags: '--cohort <names>',
    about: 'cohorts that get it at any percentage, for example qa',
    repeats: true,
  },
  { flags: '--fleet-size <n>', about: 'number of clients, if downloads don’t show it' },
  {
    flags: '--without-id <how>',
    about: 'clients without an ID: bucket by network, or hold until done (default: network)',
    choices: ['network', 'hold'],
  },
  { flags: '--new-installs', about: 'show it in “latest” and on the download page during the rollout' },
  { flags: '--no-manual', about: 'don’t include manual checks (“Check now”)' },
  { flags: '--no-rescue', about: 'don’t include clients on a withdrawn or halted version' },
  {
    flags: '--brake <rule>',
    about:
      'automatic halt rules, for example reports=halt (default: acceptable=1,bad=5,health=halt,reports=warn,silence=warn)',
    repeats: true,
  },
];

type Brakes = NonNullable<RolloutPlan['brakes']>;

const rates = ['acceptable', 'bad'];
const sources = ['health', 'reports', 'silence'];
const actions = ['halt', 'warn', 'off'];

const brakeOf = (word: string): Partial<Brakes> => {
  const [name = '', value = ''] = word.split('=');
  const isRate = rates.includes(name) && Number(value) > 0 && Number(value) < 100;
  if (isRate) return { [name]: Number(value) };
  if (sources.includes(name) && actions.includes(value)) return { [name]: value };
  throw usageFailure(
    `--brake ${word} is not a rule.`,
    'Use acceptable or bad with a percentage, for example bad=5. Or use health, reports or silence with halt, warn or off.',
  );
};

const brakesOf = (input: Input): { brakes?: Brakes } => {
  const words = optionList(input, 'brake');
  if (words.length === 0) return {};
  const brakes: Brakes = Object.assign({}, ...words.map(brakeOf));
  const { acceptable = 1, bad = 5 } = brakes;
  if (bad <= acceptable)
    throw usageFailure(
      `--brake: bad=${bad} must be greater than acceptable=${acceptable}.`,
      'Both are failure rates in percent of clients; the defaults are bad=5 and acceptable=1.',
    );
  return { brakes };
};

const fleetSizeOf = (input: Input): { fleetSize?: number } => {
  const text = optionText(input, 'fleetSize')?.replaceAll(/[,_ ]/g, '');
  if (text === undefined) return {};
  const fleetSize = Number(text);
  if (!Number.isInteger(fleetSize) || fleetSize < 1)
    throw usageFailure(`--fleet-size ${text} is not a number of clients.`);
  return { fleetSize };
};

const withoutIdOf = (input: Input): { withoutId?: 'network' | 'hold' } => {
  const how = optionText(input, 'withoutId');
  return how === 'network' || how === 'hold' ? { withoutId: how } : {};
};

/** Every part of the plan except its steps. */
export const parsePlanDetails = (input: Input): Omit<RolloutPlan, 'steps'> => {
  const cohorts = [...new Set(optionList(input, 'cohort'))];
  const unfit = cohorts.find((name) => !/^[\x21-\x7e]{1,64}$/.test(name));
  if (unfit !== undefined)
    throw usageFailure(
      `--cohort ${unfit} is not a cohort name.`,
      'Use 1–64 visible ASCII characters without spaces.',
    );
  return {
    ...(cohorts.length === 0 ? {} : { cohorts }),
    ...fleetSizeOf(input),
    ...withoutIdOf(input),
    ...(hasFlag(input, 'newInstalls') ? { newInstalls: true } : {}),
    ...(input.options.manual === false ? { manual: false } : {}),
    ...(input.options.rescue === false ? { rescue: false } : {}),
    ...brakesOf(input),
  };
};

/** Without steps in the options, the plan is `usual`, if given. */
export const parsePlanOptions = (input: Input, usual?: string): RolloutPlan | undefined => {
  const [text = usual, over] = [optionText(input, 'rollout'), optionText(input, 'over')];
  const details = parsePlanDetails(input);
  if (over !== undefined) return { steps: spreadSteps(over, optionText(input, 'rollout')), ...details };
  if (text !== undefined) return { steps: parseSteps(text), ...details };
  if (Object.keys(details).length === 0) return undefined;
  throw usageFailure(
    'Rollout options need --rollout or --over.',
    'Pass --rollout standard, or steps such as --rollout 1,10@24h,100@24h.',
  );
};

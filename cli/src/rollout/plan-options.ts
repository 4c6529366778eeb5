import type { RolloutPlan } from '@slipway/api';
import { hasFlag, type Input, type Option, optionList, optionText } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';
import { parseSteps, presetNames, spreadSteps } from './steps.ts';

/* Shared by `publish`, `rollout plan`, and `rollout simulate`. */

export const planOptions: Option[] = [
  {
    flags: '--rollout <plan>',
    about: `to a part of the clients first: ${presetNames}, or steps like 1,10@24h,50@24h,100@24h`,
  },
  {
    flags: '--over <time>',
    about: 'spread the steps evenly over this time, like 72h (alone: the steps of slow)',
  },
  { flags: '--cohort <names>', about: 'testers who get it at any percent, like qa', repeats: true },
  { flags: '--fleet-size <n>', about: 'how many clients there are, where downloads do not tell' },
  {
    flags: '--without-id <how>',
    about: 'clients without an id: by network, or hold until the end (default: network)',
    choices: ['network', 'hold'],
  },
  { flags: '--new-installs', about: 'let websites and “latest” show it while it is rolling out' },
  { flags: '--no-manual', about: 'do not let in whoever presses “check now”' },
  { flags: '--no-rescue', about: 'do not let in clients of a withdrawn or halted version first' },
  {
    flags: '--brake <rule>',
    about: 'when it stops by itself: acceptable=1, bad=5, health=halt, reports=warn, silence=off',
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
    'Percents above 0 and below 100: acceptable=1, bad=5. Kinds of evidence: health, reports or silence, each halt, warn or off.',
  );
};

const brakesOf = (input: Input): { brakes?: Brakes } => {
  const words = optionList(input, 'brake');
  if (words.length === 0) return {};
  const brakes: Brakes = Object.assign({}, ...words.map(brakeOf));
  const { acceptable = 1, bad = 5 } = brakes;
  if (bad <= acceptable)
    throw usageFailure(
      `--brake: bad=${bad} must be more than acceptable=${acceptable}.`,
      'A rollout stops when failures look more like bad than like acceptable: by default 5 and 1 % of clients.',
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
      `--cohort ${unfit} is not a name of testers.`,
      'A name is 1 to 64 visible ASCII characters, without spaces: it travels in a header.',
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
    'Some options describe a rollout, but none is asked for.',
    'Pass --rollout standard, or steps like --rollout 1,10@24h,100@24h.',
  );
};

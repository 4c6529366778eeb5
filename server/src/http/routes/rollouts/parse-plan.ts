import type { RolloutAdvance, RolloutPlan } from '@slipway/api';
import type { Fault } from '../../../domain/model/errors.ts';
import {
  type Brakes,
  defaultBrakes,
  type RolloutStep,
  type StepRequirements,
} from '../../../domain/model/rollout.ts';
import type { RolloutRequest } from '../../../domain/rollouts/transitions.ts';
import { invalidFields } from '../../body/validation.ts';

/* Parses rollout requests into domain values. */

const defaultHours = 24;

const permilleOf = (percent: number): number => Math.round(percent * 10);

const hasOneDecimal = (percent: number): boolean => Math.abs(percent * 10 - permilleOf(percent)) < 1e-9;

export const percentFaults = (percent: unknown, pointer: string): Fault[] =>
  typeof percent !== 'number' || hasOneDecimal(percent)
    ? []
    : [{ pointer, code: 'decimals', detail: 'percent can have at most one decimal.' }];

const percentIn = (step: unknown): unknown => (step as { percent?: unknown } | null)?.percent;

const fallFaults = (steps: readonly unknown[]): Fault[] =>
  steps.flatMap((step, index) => {
    const [before, own] = [percentIn(steps[index - 1]), percentIn(step)];
    const isFalling = typeof before === 'number' && typeof own === 'number' && own <= before;
    return isFalling
      ? [
          {
            pointer: `/steps/${index}/percent`,
            code: 'not-rising',
            detail: `Steps must increase: ${own} comes after ${before}.`,
          },
        ]
      : [];
  });

const brakeFaults = (brakes: unknown, refused: ReadonlySet<string>): Fault[] => {
  if (refused.has('/brakes/acceptable') || refused.has('/brakes/bad')) return [];
  const { acceptable = defaultBrakes.acceptable, bad = defaultBrakes.bad } = (brakes ??
    {}) as Partial<Brakes>;
  const isMixedUp = typeof acceptable === 'number' && typeof bad === 'number' && acceptable >= bad;
  return isMixedUp
    ? [{ pointer: '/brakes/bad', code: 'not-rising', detail: 'bad must be greater than acceptable.' }]
    : [];
};

/** Rules beyond the schema: one decimal, ascending steps, and a bad rate above the acceptable one. */
export const planFaults = (
  body: Readonly<Record<string, unknown>>,
  refused: ReadonlySet<string> = new Set(),
): Fault[] => {
  const steps = Array.isArray(body.steps) ? body.steps : [];
  return [
    ...steps.flatMap((step, index) => percentFaults(percentIn(step), `/steps/${index}/percent`)),
    ...fallFaults(steps),
    ...brakeFaults(body.brakes, refused),
  ];
};

const needsOf = ({
  approval,
  downloads,
  outcomes,
}: StepRequirements | Record<string, never>): StepRequirements => ({
  ...(approval === true ? { approval } : {}),
  ...(downloads === undefined ? {} : { downloads }),
  ...(outcomes === undefined ? {} : { outcomes }),
});

const stepOf = ({ percent, afterHours, needs }: RolloutPlan['steps'][number]): RolloutStep => ({
  permille: permilleOf(percent),
  afterHours: afterHours ?? defaultHours,
  needs: needsOf(needs ?? {}),
});

/** Undefined if the body has no percent. */
export const parsePermille = ({ percent }: RolloutAdvance): number | undefined => {
  const faults = percentFaults(percent, '/percent');
  if (faults.length > 0) throw invalidFields(faults);
  return typeof percent === 'number' ? permilleOf(percent) : undefined;
};

/** Fills in every default and rejects invalid plans. */
export const parseRolloutPlan = (body: RolloutPlan): RolloutRequest => {
  const faults = planFaults(body);
  const [first, ...rest] = body.steps.map(stepOf);
  if (first === undefined || faults.length > 0) throw invalidFields(faults);
  return {
    steps: [first, ...rest],
    withoutId: body.withoutId ?? 'network',
    fleetSize: body.fleetSize ?? undefined,
    cohorts: body.cohorts ?? [],
    manual: body.manual ?? true,
    newInstalls: body.newInstalls ?? false,
    rescue: body.rescue ?? true,
    brakes: { ...defaultBrakes, ...body.brakes },
  };
};

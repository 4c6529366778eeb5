import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { exampleRollout, exampleRolloutPlan } from './example-rollout.ts';
import { Instant, Nullable, Omittable, Reason } from './field.ts';
import { Warning } from './warning.ts';

const Percent = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'Percentage of clients: 0–100, at most one decimal.',
});

const Needs = Type.Object(
  {
    approval: Type.Optional(Type.Literal(true, { description: 'The step waits for manual approval.' })),
    downloads: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Minimum number of completed downloads, 1 or more. At most five count per network and artifact.',
      }),
    ),
    outcomes: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Minimum number of outcomes reported with a key, 1 or more.' }),
    ),
  },
  { additionalProperties: false, description: 'Conditions besides the wait.' },
);

const hours = { minimum: 0, maximum: fieldBounds.stepHours };

export const RolloutStep = Type.Object(
  { percent: Percent, afterHours: Type.Number(hours), needs: Needs },
  { $id: 'RolloutStep' },
);
export type RolloutStep = Static<typeof RolloutStep>;

const BrakeAction = Type.Enum(['halt', 'warn', 'off'] as const);

/** A rate this close to 0 or 100 % is a typo: no fleet is large enough to measure it. */
const rate = { minimum: 0.001, maximum: 99.999, description: 'Percentage of clients: 0.001–99.999.' };

export const Brakes = Type.Object(
  {
    acceptable: Type.Number(rate),
    bad: Type.Number(rate),
    health: BrakeAction,
    reports: BrakeAction,
    silence: BrakeAction,
  },
  { $id: 'Brakes' },
);
export type Brakes = Static<typeof Brakes>;

export const RolloutState = Type.Enum(['planned', 'rolling', 'paused', 'done'] as const);
export type RolloutState = Static<typeof RolloutState>;

const members = {
  releaseId: Type.String(),
  state: RolloutState,
  percent: Type.Number(),
  steps: Type.Array(RolloutStep, { description: 'Remaining steps.' }),
  stopped: Nullable(
    Type.Object({
      by: Type.Enum(['publisher', 'brake', 'superseded', 'withdrawn'] as const),
      reason: Type.String(),
      at: Instant,
    }),
  ),
  steppedAt: Instant,
  withoutId: Type.Enum(['network', 'hold'] as const),
  capReached: Type.Boolean(),
  fleetSize: Nullable(Type.Integer()),
  cohorts: Type.Array(Type.String()),
  manual: Type.Boolean(),
  newInstalls: Type.Boolean(),
  rescue: Type.Boolean(),
  brakes: Brakes,
  brakedTargets: Type.Array(Type.String(), { description: 'Targets held by a brake.' }),
};

export const Rollout = Type.Object(members, { $id: 'Rollout', examples: [exampleRollout] });
export type Rollout = Static<typeof Rollout>;

// Duplicates the enum in release.ts, which imports this file.
const ReleaseState = Type.Enum(['draft', 'published', 'withdrawn'] as const);

/** A rollout in a list, with its release. */
export const ListedRollout = Type.Object(
  {
    ...members,
    channel: Type.String(),
    version: Type.String(),
    releaseState: ReleaseState,
    superseded: Type.Boolean({
      description:
        'Whether newer releases reach every client that this one does. Always false for milestones and releases signed with a key that some clients need.',
    }),
  },
  {
    $id: 'ListedRollout',
    examples: [
      {
        ...exampleRollout,
        ...{ channel: 'stable', version: '1.4.0', releaseState: 'published', superseded: false },
      },
    ],
  },
);
export type ListedRollout = Static<typeof ListedRollout>;

export const RolloutResponse = Type.Object({
  rollout: Rollout,
  warnings: Type.Optional(Type.Array(Warning)),
});
export type RolloutResponse = Static<typeof RolloutResponse>;

export const RolloutsResponse = Type.Object({ rollouts: Type.Array(ListedRollout) });
export type RolloutsResponse = Static<typeof RolloutsResponse>;

const Cohort = Type.String({
  pattern: '^[\\x21-\\x7e]{1,64}$',
  maxLength: 64,
  description: 'A name of 1–64 visible ASCII characters, without spaces.',
});

export const RolloutPlan = Type.Object(
  {
    steps: Type.Array(
      Type.Object(
        {
          percent: Percent,
          afterHours: Omittable(
            Type.Number({ ...hours, description: 'Hours after the previous step (default: 24).' }),
          ),
          needs: Omittable(Needs),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: fieldBounds.steps,
        description: '1–50 steps with increasing percentages; publishing starts the first.',
      },
    ),
    withoutId: Omittable(
      Type.Enum(['network', 'hold'] as const, {
        description: 'Clients without an ID: bucketed by network, or held until the rollout is done.',
      }),
    ),
    fleetSize: Omittable(
      Type.Integer({
        minimum: 1,
        maximum: fieldBounds.fleetSize,
        description: 'Number of clients, if earlier downloads don’t show it: 1 or more.',
      }),
    ),
    cohorts: Omittable(
      Type.Array(Cohort, {
        maxItems: fieldBounds.cohorts,
        uniqueItems: true,
        description: 'Cohorts that are included at any percentage, at most 64.',
      }),
    ),
    manual: Omittable(Type.Boolean({ description: 'Include manual checks (default: true).' })),
    newInstalls: Omittable(
      Type.Boolean({
        description: 'Whether `latest` returns the release during the rollout (default: false).',
      }),
    ),
    rescue: Omittable(
      Type.Boolean({
        description: 'Include clients on a withdrawn or halted version (default: true).',
      }),
    ),
    brakes: Omittable(
      Type.Partial(Type.Omit(Brakes, []), {
        additionalProperties: false,
        description:
          'When the rollout halts automatically, and what each kind of evidence does: halt, warn or off.',
      }),
    ),
  },
  { additionalProperties: false, examples: [exampleRolloutPlan] },
);
export type RolloutPlan = Static<typeof RolloutPlan>;

export const RolloutAdvance = Type.Object(
  { percent: Omittable(Percent) },
  { additionalProperties: false, examples: [{ percent: 10 }] },
);
export type RolloutAdvance = Static<typeof RolloutAdvance>;

export const RolloutPause = Type.Object(
  { reason: Reason },
  { additionalProperties: false, examples: [{ reason: 'Crashes on start, on Linux.' }] },
);
export type RolloutPause = Static<typeof RolloutPause>;

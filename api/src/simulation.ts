import { type Static, Type } from 'typebox';
import { Instant, Nullable } from './field.ts';

const Count = Nullable(Type.Integer());

const reached = { clients: Count, downloads: Count, bytes: Count };

/** The effect of a rollout on yesterday's fleet. Counts are null if neither IDs nor downloads give its size. */
export const Simulation = Type.Object(
  {
    basis: Type.Object({
      day: Type.String({ description: 'UTC day of the checks.' }),
      checks: Type.Integer(),
      clients: Nullable(Type.Integer({ description: 'Approximate number of distinct IDs that day.' })),
      withId: Type.Integer(),
      fleetSize: Count,
    }),
    steps: Type.Array(
      Type.Object(
        { percent: Type.Number(), startsAt: Instant, ...reached },
        { description: 'Totals at the end of the step, including earlier steps.' },
      ),
    ),
    byTarget: Type.Array(
      Type.Object({ target: Type.String(), checks: Type.Integer(), ...reached }, { description: 'At 100%.' }),
    ),
    leftOut: Type.Array(
      Type.Object({
        reason: Type.String({ description: 'An `explain` verdict.' }),
        checks: Type.Integer(),
      }),
    ),
    allowance: Type.Object({ leftBytes: Count, neededBytes: Count, fits: Nullable(Type.Boolean()) }),
    brake: Type.Array(
      Type.Object({
        failing: Type.Number({ description: 'Percentage of clients on which the release would fail.' }),
        outcomes: Nullable(
          Type.Integer({
            description: 'Average outcomes until the halt; null if the brake wouldn’t halt.',
          }),
        ),
        hours: Nullable(Type.Number({ description: 'Hours until the halt if every client reports.' })),
      }),
    ),
  },
  {
    $id: 'Simulation',
    examples: [
      {
        basis: { day: '2026-03-13', checks: 588_000, clients: 85_000, withId: 510_000, fleetSize: 98_000 },
        steps: [
          {
            percent: 1,
            startsAt: '2026-03-14T09:26:53.000Z',
            clients: 912,
            downloads: 912,
            bytes: 43_970_715_648,
          },
        ],
        byTarget: [
          {
            target: 'linux-x86_64',
            checks: 588_000,
            clients: 91_200,
            downloads: 91_200,
            bytes: 4_397_071_564_800,
          },
        ],
        leftOut: [{ reason: 'not-newer', checks: 40_800 }],
        allowance: { leftBytes: null, neededBytes: 43_970_715_648, fits: true },
        brake: [{ failing: 5, outcomes: 171, hours: 0.8 }],
      },
    ],
  },
);
export type Simulation = Static<typeof Simulation>;

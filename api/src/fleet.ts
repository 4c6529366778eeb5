import { type Static, Type } from 'typebox';
import { exampleFleet } from './example.ts';
import { Nullable } from './field.ts';
import { Day } from './usage.ts';
import { Warning } from './warning.ts';

export const FleetBy = Type.Enum(['version', 'target', 'day'] as const);
export type FleetBy = Static<typeof FleetBy>;

const counts = {
  checks: Type.Integer({ description: 'Update checks, and documents of feeds that were read.' }),
  offers: Type.Integer({
    description: 'Checks that were answered with an update; of those that tell no version nobody knows.',
  }),
  withId: Type.Integer({ description: 'Checks that sent an id of the installation.' }),
  clients: Nullable(
    Type.Integer({
      description:
        'Different ids among them, about; of several days, on the one with the most. Null where none was sent, or they are not told apart.',
    }),
  ),
};

const Estimate = Type.Object(
  {
    clients: Type.Integer(),
    share: Type.Number({ description: 'The part of the checks that it rests on, 0 to 1.' }),
  },
  { description: 'How many installed copies there are, from how often those check that send an id.' },
);

const about = {
  from: Day,
  to: Day,
  totals: Type.Object(counts),
};

const after = { estimate: Nullable(Estimate), warnings: Type.Array(Warning) };

export const Fleet = Type.Object(
  {
    ...about,
    rows: Type.Array(
      Type.Object({
        day: Day,
        channel: Type.String(),
        target: Type.String(),
        version: Type.String(),
        ...counts,
      }),
    ),
    ...after,
  },
  { $id: 'Fleet', examples: [exampleFleet] },
);
export type Fleet = Static<typeof Fleet>;

/** A row has `version`, `target`, or `day`, depending on `by`. */
export const FleetSummary = Type.Object(
  {
    ...about,
    rows: Type.Array(
      Type.Object({
        day: Type.Optional(Day),
        target: Type.Optional(Type.String()),
        version: Type.Optional(Type.String()),
        ...counts,
      }),
    ),
    ...after,
  },
  { $id: 'FleetSums' },
);
export type FleetSummary = Static<typeof FleetSummary>;

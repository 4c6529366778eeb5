import { type Static, Type } from 'typebox';
import { exampleFleet } from './example.ts';
import { Nullable } from './field.ts';
import { Day } from './usage.ts';
import { Warning } from './warning.ts';

export const FleetBy = Type.Enum(['version', 'target', 'day'] as const);
export type FleetBy = Static<typeof FleetBy>;

const counts = {
  checks: Type.Integer({ description: 'Update checks and feed reads.' }),
  offers: Type.Integer({
    description: 'Checks that returned an update; unknown for clients that send no version.',
  }),
  withId: Type.Integer({ description: 'Checks that sent a client ID.' }),
  clients: Nullable(
    Type.Integer({
      description:
        'Approximate number of distinct IDs; over several days, that of the busiest day. Null if unknown.',
    }),
  ),
};

const Estimate = Type.Object(
  {
    clients: Type.Integer(),
    share: Type.Number({ description: 'Share of the checks that the estimate is based on, 0 to 1.' }),
  },
  { description: 'Estimated number of installed copies, from how often clients with an ID check.' },
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

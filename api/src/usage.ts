import { type Static, Type } from 'typebox';
import { exampleUsage } from './example.ts';
import { Instant, Nullable } from './field.ts';

/** Rejects dates that the calendar does not have. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

export const Day = Type.String({
  'x-day': true,
  description: 'A UTC day: 2026-01-31.',
});

export const UsageBy = Type.Enum(['day', 'release', 'target'] as const);
export type UsageBy = Static<typeof UsageBy>;

/** Set if the counts miss some downloads because of the app's `delivery`. */
const Partial = Type.Optional(
  Type.Literal(true, {
    description:
      'Some downloads aren’t counted: `delivery` was `cached` or `redirect` on some of these days.',
  }),
);

const Month = Type.Object({
  bytes: Type.Integer(),
  allowanceBytes: Nullable(Type.Integer()),
  resetsAt: Instant,
  partial: Partial,
});

export const Usage = Type.Object(
  {
    from: Day,
    to: Day,
    partial: Partial,
    totals: Type.Object({ bytes: Type.Integer(), downloads: Type.Integer() }),
    rows: Type.Array(
      Type.Object({
        day: Day,
        releaseId: Type.String(),
        version: Type.String(),
        target: Type.String(),
        bytes: Type.Integer(),
        downloads: Type.Integer(),
        partial: Partial,
      }),
    ),
    month: Month,
  },
  { $id: 'Usage', examples: [exampleUsage] },
);
export type Usage = Static<typeof Usage>;

/** A row has `day`, or `releaseId` and `version`, or `target`, depending on `by`. */
export const UsageSummary = Type.Object(
  {
    from: Day,
    to: Day,
    partial: Partial,
    totals: Type.Object({ bytes: Type.Integer(), downloads: Type.Integer() }),
    rows: Type.Array(
      Type.Object({
        day: Type.Optional(Day),
        releaseId: Type.Optional(Type.String()),
        version: Type.Optional(Type.String()),
        target: Type.Optional(Type.String()),
        bytes: Type.Integer(),
        downloads: Type.Integer(),
        partial: Partial,
      }),
    ),
    month: Month,
  },
  { $id: 'UsageSums' },
);
export type UsageSummary = Static<typeof UsageSummary>;

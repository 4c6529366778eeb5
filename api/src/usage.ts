import { type Static, Type } from 'typebox';
import { exampleUsage } from './example.ts';
import { Instant, Nullable } from './field.ts';

/** Whether a text is a day that the calendar has. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

export const Day = Type.String({
  'x-day': true,
  description: 'A UTC day, 2026-01-31.',
});

export const Usage = Type.Object(
  {
    from: Day,
    to: Day,
    totals: Type.Object({ bytes: Type.Integer(), downloads: Type.Integer() }),
    rows: Type.Array(
      Type.Object({
        day: Day,
        releaseId: Type.String(),
        version: Type.String(),
        target: Type.String(),
        bytes: Type.Integer(),
        downloads: Type.Integer(),
      }),
    ),
    month: Type.Object({
      bytes: Type.Integer(),
      allowanceBytes: Nullable(Type.Integer()),
      resetsAt: Instant,
    }),
  },
  { $id: 'Usage', examples: [exampleUsage] },
);
export type Usage = Static<typeof Usage>;

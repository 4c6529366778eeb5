import { type Static, Type } from 'typebox';
import { Instant, Nullable } from './field.ts';

export const Day = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
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
  { $id: 'Usage' },
);
export type Usage = Static<typeof Usage>;

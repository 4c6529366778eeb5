import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { exampleRollout } from './example-rollout.ts';
import { Instant, Nullable, Omittable, Reason, Target } from './field.ts';
import { Rollout } from './rollout.ts';
import { Warning } from './warning.ts';

const outcomes = { minimum: 0, maximum: fieldBounds.outcomes };

/** Outcomes or a verdict for a release that is rolling out. */
export const HealthReport = Type.Object(
  {
    good: Omittable(
      Type.Integer({
        ...outcomes,
        description: 'Clients where it works, each reported once: 0–1,000,000.',
      }),
    ),
    bad: Omittable(
      Type.Integer({
        ...outcomes,
        description: 'Clients where it fails, each reported once: 0–1,000,000.',
      }),
    ),
    target: Omittable(Target),
    batch: Omittable(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,128}$',
        maxLength: fieldBounds.batch,
        description:
          'Your name for these outcomes: 1–128 visible ASCII characters. A repeated batch counts once. Remembered for a week.',
      }),
    ),
    verdict: Omittable(
      Type.Literal('bad', {
        description: '`bad` halts the rollout immediately. Requires `reason`; don’t send outcomes.',
      }),
    ),
    reason: Omittable(Reason),
  },
  {
    additionalProperties: false,
    examples: [{ good: 412, bad: 3, target: 'linux-x86_64', batch: '2026-03-14T10:00' }],
  },
);
export type HealthReport = Static<typeof HealthReport>;

export const EvidenceLine = Type.Object(
  {
    source: Type.Enum(['health', 'reports', 'silence'] as const),
    target: Nullable(Type.String({ description: 'Null for all targets together.' })),
    bad: Type.Integer(),
    good: Type.Integer(),
    ratio: Type.Number({
      description: 'Halt score: the rollout halts at 1.',
    }),
  },
  { $id: 'EvidenceLine' },
);
export type EvidenceLine = Static<typeof EvidenceLine>;

/** One hour of a rollout for one target. */
const RolloutHour = Type.Object({
  hour: Instant,
  target: Type.String(),
  offers: Type.Integer({ description: 'Checks that returned this release.' }),
  arrivals: Type.Integer({ description: 'Checks from clients that have this release.' }),
  downloads: Type.Integer({ description: 'Completed downloads.' }),
});

/** A rollout, its health reports, and how many clients have the release. */
export const RolloutDetails = Type.Object(
  {
    rollout: Rollout,
    evidence: Type.Array(EvidenceLine, { description: 'Since the rollout started or was last resumed.' }),
    exposed: Type.Object({
      downloads: Type.Integer({ description: 'Completed downloads.' }),
      ofFleet: Nullable(Type.Number({ description: 'Percent of the fleet; null if its size is unknown.' })),
    }),
    hours: Type.Array(RolloutHour, {
      description: 'By hour and target until the rollout is done: the last 2,000 rows, ten seconds late.',
    }),
    warnings: Type.Optional(Type.Array(Warning)),
  },
  {
    examples: [
      {
        rollout: exampleRollout,
        evidence: [
          { source: 'health', target: null, bad: 3, good: 412, ratio: -1.554 },
          { source: 'health', target: 'linux-x86_64', bad: 3, good: 412, ratio: -1.405 },
        ],
        exposed: { downloads: 940, ofFleet: 0.96 },
        hours: [
          {
            hour: '2026-03-14T10:00:00.000Z',
            target: 'linux-x86_64',
            offers: 611,
            arrivals: 402,
            downloads: 398,
          },
        ],
      },
    ],
  },
);
export type RolloutDetails = Static<typeof RolloutDetails>;

import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { ChannelName, Omittable, Target, Version } from './field.ts';

/** The outcome of an update on one client. Anyone may send one. */
export const OutcomeReport = Type.Object(
  {
    version: Version,
    target: Target,
    outcome: Type.Enum(['installed', 'failed', 'crashed'] as const, {
      description: 'It is in place and runs, its installation failed, or it crashed.',
    }),
    channel: Omittable(ChannelName),
    code: Omittable(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,64}$',
        maxLength: fieldBounds.reportCode,
        description: 'The app’s own word for what went wrong, 1–64 visible ASCII characters; not kept.',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ version: '1.4.0', target: 'linux-x86_64', outcome: 'installed', channel: 'stable' }],
  },
);
export type OutcomeReport = Static<typeof OutcomeReport>;

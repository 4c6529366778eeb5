import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import { ChannelName, Omittable, Target, Version } from './field.ts';

/** The outcome of an update on one client. Anyone may send one. */
export const OutcomeReport = Type.Object(
  {
    version: Version,
    target: Target,
    outcome: Type.Enum(['installed', 'failed', 'crashed'] as const, {
      description: 'The update is installed and runs, its installation failed, or the app crashed.',
    }),
    channel: Omittable(ChannelName),
    code: Omittable(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,64}$',
        maxLength: fieldBounds.reportCode,
        description: 'The app’s own error code, 1–64 visible ASCII characters; not stored.',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ version: '1.4.0', target: 'linux-x86_64', outcome: 'installed', channel: 'stable' }],
  },
);
export type OutcomeReport = Static<typeof OutcomeReport>;

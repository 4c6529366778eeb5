import { type Command, sharedOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { type RolloutRef, resolveRollout } from '../../rollout/find-rollout.ts';
import { isNoRollout, noRolloutText } from '../../rollout/no-rollout.ts';
import { printRollout, type RolloutStatus } from '../../rollout/print-rollout.ts';

/** Undefined if the release has no rollout. */
const findRollout = async (
  { app, id }: RolloutRef,
  { client }: Context,
): Promise<RolloutStatus | undefined> => {
  try {
    return await client().getRollout(app, id);
  } catch (error) {
    if (isNoRollout(error)) return undefined;
    throw error;
  }
};

export const showRollout: Command = {
  name: 'rollout show',
  summary: 'Show a rollout’s progress, next step and health.',
  args: [{ name: '[version]', about: 'release (default: the channel’s active rollout)' }],
  options: [sharedOptions.app, sharedOptions.channel],
  examples: [
    { command: 'slipway rollout show', does: 'Show the rollout on stable.' },
    { command: 'slipway rollout show 1.4.0 --json', does: 'Print the rollout of 1.4.0 as JSON.' },
  ],
  async run({ args: [version] }, context) {
    const named = await resolveRollout(version, ['rolling', 'paused', 'planned'], context);
    const reading = await findRollout(named, context);
    if (reading !== undefined) return printRollout(named, reading, context);
    context.output.object({ version: named.version, channel: named.channel, rollout: null });
    context.output.line(noRolloutText(named));
  },
};

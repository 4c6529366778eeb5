import { type Command, shared } from '../../command.ts';
import type { Context } from '../../context.ts';
import { getNamed, type Named } from '../../rollout/find-rollout.ts';
import { isWithout, withoutText } from '../../rollout/no-rollout.ts';
import { type Reading, tellRollout } from '../../rollout/print-rollout.ts';

/** The rollout of a release, or undefined: the release is not given out bit by bit. */
const findRollout = async ({ app, id }: Named, { client }: Context): Promise<Reading | undefined> => {
  try {
    return await client().getRollout(app, id);
  } catch (error) {
    if (isWithout(error)) return undefined;
    throw error;
  }
};

export const showRollout: Command = {
  name: 'rollout show',
  summary:
    'Show where a rollout stands, what comes next, why it stopped, what speaks against the release, and what it did hour by hour.',
  args: [{ name: '[version]', about: 'the release (default: what is rolling out on the channel)' }],
  options: [shared.app, shared.channel],
  examples: [
    { command: 'slipway rollout show', does: 'Shows what is rolling out on the channel stable.' },
    { command: 'slipway rollout show 1.4.0 --json', does: 'Writes the rollout of 1.4.0 for a script.' },
  ],
  async run({ args: [version] }, context) {
    const named = await getNamed(version, ['rolling', 'paused', 'planned'], context);
    const reading = await findRollout(named, context);
    if (reading !== undefined) return tellRollout(named, reading, context);
    context.output.object({ version: named.version, channel: named.channel, rollout: null });
    context.output.line(withoutText(named));
  },
};

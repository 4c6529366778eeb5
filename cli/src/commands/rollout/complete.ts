import { type Command, type Input, sharedOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { stateText } from '../../rollout/describe.ts';
import { type RolloutRef, resolveRollout } from '../../rollout/find-rollout.ts';
import { changeRollout } from '../../rollout/no-rollout.ts';
import { printRollout } from '../../rollout/print-rollout.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

/** Completing a rollout that a brake halted needs a second confirmation. */
const confirmHalted = async (named: RolloutRef, input: Input, context: Context): Promise<void> => {
  const { rollout } = await changeRollout(named, context.client().getRollout(named.app, named.id));
  if (rollout.state !== 'paused' || rollout.stopped?.by !== 'brake') return;
  const why = stateText(rollout, named);
  await confirmDestructive(input, context, `${why}\nThis offers ${named.version} to everyone anyway.`);
};

export const completeRollout: Command = {
  name: 'rollout complete',
  summary: 'Offer a release to everyone now.',
  about: 'Also completes a paused rollout. A halted one needs confirmation or `--yes`.',
  args: [{ name: '[version]', about: 'release (default: the channel’s active rollout)' }],
  options: [sharedOptions.app, sharedOptions.channel, sharedOptions.yes],
  examples: [{ command: 'slipway rollout complete 1.4.0', does: 'Finish the rollout of 1.4.0 at 100%.' }],
  async run(input, context) {
    const named = await resolveRollout(input.args[0], ['rolling', 'paused'], context);
    await confirmHalted(named, input, context);
    printRollout(named, await context.client().completeRollout(named.app, named.id), context);
  },
};

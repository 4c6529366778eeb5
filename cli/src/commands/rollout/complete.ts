import { type Command, type Input, shared } from '../../command.ts';
import type { Context } from '../../context.ts';
import { stateText } from '../../rollout/describe.ts';
import { getNamed, type Named } from '../../rollout/find-rollout.ts';
import { steer } from '../../rollout/no-rollout.ts';
import { tellRollout } from '../../rollout/print-rollout.ts';
import { confirmDestruction } from '../../terminal/confirm.ts';

/** What a brake halted goes to everyone only if someone says so twice. */
const confirmHalted = async (named: Named, input: Input, context: Context): Promise<void> => {
  const { rollout } = await steer(named, context.client().getRollout(named.app, named.id));
  if (rollout.state !== 'paused' || rollout.stopped?.by !== 'brake') return;
  const why = stateText(rollout, named);
  await confirmDestruction(input, context, `${why}\nThis gives ${named.version} to everyone all the same.`);
};

export const completeRollout: Command = {
  name: 'rollout complete',
  summary: 'Give a release to everyone now.',
  about: 'A rollout that is paused, too; one that a brake halted after asking, or with `--yes`.',
  args: [{ name: '[version]', about: 'the release (default: what is rolling out on the channel)' }],
  options: [shared.app, shared.channel, shared.yes],
  examples: [{ command: 'slipway rollout complete 1.4.0', does: 'Ends the rollout of 1.4.0 at 100 %.' }],
  async run(input, context) {
    const named = await getNamed(input.args[0], ['rolling', 'paused'], context);
    await confirmHalted(named, input, context);
    tellRollout(named, await context.client().completeRollout(named.app, named.id), context);
  },
};

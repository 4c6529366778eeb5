import { type Command, shared } from '../../command.ts';
import { commandOf } from '../../rollout/describe.ts';
import { getNamed } from '../../rollout/find-rollout.ts';
import { steer } from '../../rollout/no-rollout.ts';
import { percentOption, percentWish } from '../../rollout/percent.ts';
import { tellRollout } from '../../rollout/print-rollout.ts';

export const resumeRollout: Command = {
  name: 'rollout resume',
  summary: 'Go on with a rollout that was paused, or that a brake halted.',
  about: `The same clients are in as before, also on a target that a brake stopped by itself. What spoke against the release no longer counts, and the time until the next
step begins again.`,
  args: [{ name: '[version]', about: 'the release (default: what is paused on the channel)' }],
  options: [shared.app, shared.channel, percentOption],
  examples: [
    { command: 'slipway rollout resume', does: 'Goes on where it was paused.' },
    { command: 'slipway rollout resume 1.4.0 --percent 1', does: 'Goes on with one in a hundred.' },
  ],
  async run(input, context) {
    const wish = percentWish(input);
    const named = await getNamed(input.args[0], ['paused', 'rolling'], context);
    const answer = await steer(named, context.client().resumeRollout(named.app, named.id, wish));
    tellRollout(named, answer, context);
    const { percent } = wish;
    if (percent !== undefined && answer.rollout.percent !== percent)
      context.output.warn(
        `it was not paused, and --percent changed nothing: ${commandOf('rollout advance', named, ` --percent ${percent}`)} goes there.`,
      );
  },
};

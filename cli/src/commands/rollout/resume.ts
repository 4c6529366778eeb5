import { type Command, sharedOptions } from '../../command.ts';
import { commandFor } from '../../rollout/describe.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { changeRollout } from '../../rollout/no-rollout.ts';
import { parsePercentOption, percentOption } from '../../rollout/percent.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

export const resumeRollout: Command = {
  name: 'rollout resume',
  summary: 'Go on with a rollout that was paused, or that a brake halted.',
  about: `The same clients are in as before, also on a target that a brake stopped by itself. What spoke against the release no longer counts, and the time until the next
step begins again.`,
  args: [{ name: '[version]', about: 'the release (default: what is paused on the channel)' }],
  options: [sharedOptions.app, sharedOptions.channel, percentOption],
  examples: [
    { command: 'slipway rollout resume', does: 'Goes on where it was paused.' },
    { command: 'slipway rollout resume 1.4.0 --percent 1', does: 'Goes on with one in a hundred.' },
  ],
  async run(input, context) {
    const options = parsePercentOption(input);
    const named = await resolveRollout(input.args[0], ['paused', 'rolling'], context);
    const answer = await changeRollout(named, context.client().resumeRollout(named.app, named.id, options));
    printRollout(named, answer, context);
    const { percent } = options;
    if (percent !== undefined && answer.rollout.percent !== percent)
      context.output.warn(
        `it was not paused, and --percent changed nothing: ${commandFor('rollout advance', named, ` --percent ${percent}`)} goes there.`,
      );
  },
};

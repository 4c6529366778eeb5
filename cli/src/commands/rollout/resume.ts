import { type Command, sharedOptions } from '../../command.ts';
import { commandFor } from '../../rollout/describe.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { changeRollout } from '../../rollout/no-rollout.ts';
import { parsePercentOption, percentOption } from '../../rollout/percent.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

export const resumeRollout: Command = {
  name: 'rollout resume',
  summary: 'Resume a paused or halted rollout.',
  about: `Offers the release to the same clients as before, including targets held by a brake. Evidence is reset, and the wait for
the next step restarts.`,
  args: [{ name: '[version]', about: 'release (default: the channel’s paused rollout)' }],
  options: [sharedOptions.app, sharedOptions.channel, percentOption],
  examples: [
    { command: 'slipway rollout resume', does: 'Resume the paused rollout on stable.' },
    { command: 'slipway rollout resume 1.4.0 --percent 1', does: 'Resume at 1%.' },
  ],
  async run(input, context) {
    const options = parsePercentOption(input);
    const named = await resolveRollout(input.args[0], ['paused', 'rolling'], context);
    const answer = await changeRollout(named, context.client().resumeRollout(named.app, named.id, options));
    printRollout(named, answer, context);
    const { percent } = options;
    if (percent !== undefined && answer.rollout.percent !== percent)
      context.output.warn(
        `it was not paused, so --percent is ignored. Go there: ${commandFor('rollout advance', named, ` --percent ${percent}`)}`,
      );
  },
};

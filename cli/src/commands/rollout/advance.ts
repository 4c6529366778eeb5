import { type Command, sharedOptions } from '../../command.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { changeRollout } from '../../rollout/no-rollout.ts';
import { parsePercentOption, percentOption } from '../../rollout/percent.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

export const advanceRollout: Command = {
  name: 'rollout advance',
  summary: 'Take the next step of a rollout now, or go to a percent.',
  about: `Going to a percent ends the schedule. A lower one is possible: whoever has the release keeps it. 0 is nobody but
the testers of \`--cohort\`.`,
  args: [{ name: '[version]', about: 'the release (default: what is rolling out on the channel)' }],
  options: [sharedOptions.app, sharedOptions.channel, percentOption],
  examples: [
    { command: 'slipway rollout advance', does: 'Takes the next step now.' },
    {
      command: 'slipway rollout advance 1.4.0 --percent 25',
      does: 'Goes to a quarter of the clients and stays.',
    },
  ],
  async run(input, context) {
    const options = parsePercentOption(input);
    const named = await resolveRollout(input.args[0], ['rolling', 'paused'], context);
    const answer = await changeRollout(named, context.client().advanceRollout(named.app, named.id, options));
    printRollout(named, answer, context);
  },
};

import { type Command, sharedOptions } from '../../command.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { changeRollout } from '../../rollout/no-rollout.ts';
import { parsePercentOption, percentOption } from '../../rollout/percent.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

export const advanceRollout: Command = {
  name: 'rollout advance',
  summary: 'Go to the next step now, or to a percentage.',
  about:
    'Setting a percentage ends the schedule. It can be lower: clients that have the release keep it. 0 means cohorts only.',
  args: [{ name: '[version]', about: 'release (default: the channel’s active rollout)' }],
  options: [sharedOptions.app, sharedOptions.channel, percentOption],
  examples: [
    { command: 'slipway rollout advance', does: 'Go to the next step now.' },
    { command: 'slipway rollout advance 1.4.0 --percent 25', does: 'Go to 25% and stay there.' },
  ],
  async run(input, context) {
    const options = parsePercentOption(input);
    const named = await resolveRollout(input.args[0], ['rolling', 'paused'], context);
    const answer = await changeRollout(named, context.client().advanceRollout(named.app, named.id, options));
    printRollout(named, answer, context);
  },
};

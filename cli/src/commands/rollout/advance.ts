import { type Command, shared } from '../../command.ts';
import { getNamed } from '../../rollout/find-rollout.ts';
import { steer } from '../../rollout/no-rollout.ts';
import { percentOption, percentWish } from '../../rollout/percent.ts';
import { tellRollout } from '../../rollout/print-rollout.ts';

export const advanceRollout: Command = {
  name: 'rollout advance',
  summary: 'Take the next step of a rollout now, or go to a percent.',
  about: `Going to a percent ends the schedule. A lower one is possible: whoever has the release keeps it. 0 is nobody but
the testers of \`--cohort\`.`,
  args: [{ name: '[version]', about: 'the release (default: what is rolling out on the channel)' }],
  options: [shared.app, shared.channel, percentOption],
  examples: [
    { command: 'slipway rollout advance', does: 'Takes the next step now.' },
    {
      command: 'slipway rollout advance 1.4.0 --percent 25',
      does: 'Goes to a quarter of the clients and stays.',
    },
  ],
  async run(input, context) {
    const wish = percentWish(input);
    const named = await getNamed(input.args[0], ['rolling', 'paused'], context);
    const answer = await steer(named, context.client().advanceRollout(named.app, named.id, wish));
    tellRollout(named, answer, context);
  },
};

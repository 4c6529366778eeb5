import { type Command, shared } from '../../command.ts';
import { getNamed } from '../../rollout/named.ts';
import { percentOption, percentWish } from '../../rollout/percent.ts';
import { tellRollout } from '../../rollout/tell.ts';

export const resumeRollout: Command = {
  name: 'rollout resume',
  summary: 'Go on with a rollout that was paused, or that a brake halted.',
  about: `The same clients are in as before. What spoke against the release no longer counts, and the time until the next
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
    tellRollout(named, await context.client().resumeRollout(named.app, named.id, wish), context);
  },
};

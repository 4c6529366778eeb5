import { type Command, type Input, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { changeRollout } from '../../rollout/no-rollout.ts';
import { followRollout } from '../../rollout/watch.ts';
import { parseSeconds } from '../../terminal/duration.ts';

const everyOf = (input: Input): number => {
  const text = optionText(input, 'every') ?? '15s';
  const seconds = parseSeconds(text);
  if (seconds === undefined || seconds < 1 || seconds > 86_400)
    throw usageFailure(`--every ${text} is not a time of a second to a day.`, 'For example --every 1m.');
  return seconds;
};

export const watchRollout: Command = {
  name: 'rollout watch',
  summary: 'Watch a rollout until it is done; fails as soon as a brake halts it.',
  about: `Prints every change: steps, pauses, evidence against the release. Ends with 0 when the release is for everyone, and
with 1 when a brake has halted it, a newer release has overtaken it or it was withdrawn. While someone has paused it, it
goes on watching; a service that is away for a while does not end it either.`,
  args: [{ name: '[version]', about: 'the release (default: what is rolling out on the channel)' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--every <time>', about: 'how often to look (default: 15s)' },
  ],
  examples: [
    {
      command: 'slipway rollout watch || page-someone',
      does: 'Calls someone when what is rolling out is halted.',
    },
  ],
  async run(input, context) {
    const everySeconds = everyOf(input);
    const named = await resolveRollout(input.args[0], ['rolling', 'paused', 'planned'], context);
    await changeRollout(named, followRollout(named, everySeconds, context));
  },
};

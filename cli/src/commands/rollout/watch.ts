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
    throw usageFailure(`--every ${text} is not a time from 1s to 1d.`, 'For example --every 1m.');
  return seconds;
};

export const watchRollout: Command = {
  name: 'rollout watch',
  summary: 'Watch a rollout until it is done, halted, superseded or withdrawn.',
  about: `Prints steps, pauses and evidence as they change. Exits with 0 when the release is available to everyone. Exits with 1 when
it is halted, superseded or withdrawn. Keeps watching through a manual pause or a server outage.`,
  args: [{ name: '[version]', about: 'release (default: the channel’s active rollout)' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--every <time>', about: 'polling interval (default: 15s)' },
  ],
  examples: [
    { command: 'slipway rollout watch || page-someone', does: 'Page someone if the rollout stops.' },
  ],
  async run(input, context) {
    const everySeconds = everyOf(input);
    const named = await resolveRollout(input.args[0], ['rolling', 'paused', 'planned'], context);
    await changeRollout(named, followRollout(named, everySeconds, context));
  },
};

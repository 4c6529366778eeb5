import { type Command, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { commandFor } from '../../rollout/describe.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { changeRollout } from '../../rollout/no-rollout.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

const usualReason = 'paused by hand';

export const pauseRollout: Command = {
  name: 'rollout pause',
  summary: 'Stop offering a release that is rolling out, at once.',
  about: `Asks nothing, and no cache delays it: while a release is rolling out no cache may keep what clients are answered.
Its bytes still download, and whoever has it keeps it; all others get the release before. \`slipway rollout resume\` goes on.
To recall the release, so that whoever has it gets the next one first, use \`slipway releases withdraw\`.`,
  args: [{ name: '[version]', about: 'the release (default: what is rolling out on the channel)' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--reason <text>', about: 'why, for those who look later (default: paused by hand)' },
  ],
  examples: [
    { command: 'slipway rollout pause', does: 'Stops what is rolling out on the channel stable.' },
    {
      command: 'slipway rollout pause 1.4.0 --reason "crashes at start"',
      does: 'Stops 1.4.0, and says why.',
    },
  ],
  async run(input, context) {
    const reason = optionText(input, 'reason') ?? usualReason;
    if (reason.trim() === '')
      throw usageFailure('--reason is empty.', 'Say in a few words why, or leave the flag out.');
    const named = await resolveRollout(input.args[0], ['rolling', 'paused'], context);
    const answer = await changeRollout(named, context.client().pauseRollout(named.app, named.id, { reason }));
    const { stopped } = answer.rollout;
    if (stopped?.by !== 'publisher' || stopped.reason !== reason)
      context.output.note('It was stopped before, and stays so.');
    printRollout(named, answer, context);
    for (const version of named.otherRollouts ?? [])
      context.output.warn(
        `${version} is rolling out on ${named.channel}, too: ${commandFor('rollout pause', { ...named, version })} stops that one.`,
      );
  },
};

import { type Command, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { commandFor } from '../../rollout/describe.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { changeRollout } from '../../rollout/no-rollout.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

const usualReason = 'paused by hand';

export const pauseRollout: Command = {
  name: 'rollout pause',
  summary: 'Stop offering a release that is rolling out.',
  about: `Takes effect at the next check, without confirmation; caches don’t delay it. Clients that have the release keep it,
everyone else gets the previous one, and files can still be downloaded. Continue with \`slipway rollout resume\`. To recall
the release instead, use \`slipway releases withdraw\`.`,
  args: [{ name: '[version]', about: 'release (default: the channel’s active rollout)' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--reason <text>', about: 'reason, for the audit log (default: paused by hand)' },
  ],
  examples: [
    { command: 'slipway rollout pause', does: 'Pause the rollout on stable.' },
    {
      command: 'slipway rollout pause 1.4.0 --reason "crashes at start"',
      does: 'Pause 1.4.0 and record the reason.',
    },
  ],
  async run(input, context) {
    const reason = optionText(input, 'reason') ?? usualReason;
    if (reason.trim() === '') throw usageFailure('--reason is empty.', 'Give a reason, or omit --reason.');
    const named = await resolveRollout(input.args[0], ['rolling', 'paused'], context);
    const answer = await changeRollout(named, context.client().pauseRollout(named.app, named.id, { reason }));
    const { stopped } = answer.rollout;
    if (stopped?.by !== 'publisher' || stopped.reason !== reason)
      context.output.note('It was already paused.');
    printRollout(named, answer, context);
    for (const version of named.otherRollouts ?? [])
      context.output.warn(
        `${version} is also rolling out on ${named.channel}. Pause it: ${commandFor('rollout pause', { ...named, version })}`,
      );
  },
};

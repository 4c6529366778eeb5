import { type Command, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { findRelease } from '../../releases/find-release.ts';
import { describeEffects } from '../../releases/preview-effects.ts';
import { commandFor } from '../../rollout/describe.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

export const withdrawRelease: Command = {
  name: 'releases withdraw',
  summary: 'Stop offering a release. Reversible.',
  about: `Files can still be downloaded, and \`slipway releases restore\` undoes it. HTTP caches may offer the release for up to six
more minutes. To stop downloads immediately and permanently, use \`slipway prune\`.`,
  args: [{ name: '<release>', about: 'version or release ID' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--reason <text>', about: 'reason, for the audit log (required; prompted for in a terminal)' },
    sharedOptions.yes,
  ],
  examples: [
    {
      command: 'slipway releases withdraw 1.2.0 --reason "crashes at start"',
      does: 'Withdraw it (asks first).',
    },
  ],
  async run(input, context) {
    if (optionText(input, 'reason')?.trim() === '')
      throw usageFailure('--reason is empty.', 'Give a short reason for the audit log.');
    const release = await findRelease(input.args[0] ?? '', context);
    if (release.state === 'withdrawn') {
      context.output.object({ release });
      return context.output.line(`${release.version} is already withdrawn.`);
    }
    const reason =
      optionText(input, 'reason') ??
      (await context.prompt.text({
        message: 'Reason for withdrawing',
        missing: 'Missing reason.',
        nonInteractiveHint: 'Pass --reason <text>.',
      }));
    const effects =
      release.state === 'published' && (await describeEffects(context, release, { verb: 'withdraw' }));
    await confirmDestructive(
      input,
      context,
      `This withdraws ${release.app} ${release.version} on ${release.channel}${effects ? `.\n${effects}` : '. Clients get the previous release, if any.'}`,
    );
    const answer = await context.client().withdrawRelease(release.app, release.id, { reason });
    context.output.object(answer);
    const of = { version: release.version, flags: context.settings.flagsFor(release.channel) };
    context.output.line(`Withdrew ${release.version}. Undo: ${commandFor('releases restore', of)}`);
  },
};

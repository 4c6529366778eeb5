import { type Command, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { findRelease } from '../../releases/find-release.ts';
import { describeEffects } from '../../releases/preview-effects.ts';
import { commandFor } from '../../rollout/describe.ts';
import { confirmDestructive } from '../../terminal/confirm.ts';

export const withdrawRelease: Command = {
  name: 'releases withdraw',
  summary: 'Withdraw a published release: it is no longer offered, listed or latest.',
  about: `Its bytes still download, and \`slipway releases restore\` brings it back. HTTP caches may offer it for up
to six more minutes; \`slipway prune\` stops downloads at once, and permanently.`,
  args: [{ name: '<release>', about: 'its version or id' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--reason <text>', about: 'required: why, for the audit log; asked for in a terminal' },
    sharedOptions.yes,
  ],
  examples: [
    {
      command: 'slipway releases withdraw 1.2.0 --reason "crashes at start"',
      does: 'Withdraws it, after asking.',
    },
  ],
  async run(input, context) {
    if (optionText(input, 'reason')?.trim() === '')
      throw usageFailure('--reason is empty.', 'Say in a few words why: the audit log keeps them.');
    const release = await findRelease(input.args[0] ?? '', context);
    if (release.state === 'withdrawn') {
      context.output.object({ release });
      return context.output.line(`${release.version} is withdrawn already: clients are not offered it.`);
    }
    const reason =
      optionText(input, 'reason') ??
      (await context.prompt.text({
        message: 'Why is it withdrawn?',
        missing: 'No reason given.',
        nonInteractiveHint: 'Pass --reason <text>.',
      }));
    const effects =
      release.state === 'published' && (await describeEffects(context, release, { verb: 'withdraw' }));
    await confirmDestructive(
      input,
      context,
      `This withdraws ${release.app} ${release.version} on ${release.channel}${effects ? `.\n${effects}` : ': clients are offered the release before it, if any.'}`,
    );
    const answer = await context.client().withdrawRelease(release.app, release.id, { reason });
    context.output.object(answer);
    const of = { version: release.version, flags: context.settings.flagsFor(release.channel) };
    context.output.line(`Withdrew ${release.version}. ${commandFor('releases restore', of)} brings it back.`);
  },
};

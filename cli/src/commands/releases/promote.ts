import { type Command, hasFlag, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { planDraftRollout } from '../../publish/plan/channel-rollouts.ts';
import { promote, publishPromoted } from '../../publish/promote.ts';
import { findRelease } from '../../releases/find-release.ts';
import { parsePlanOptions, planOptions } from '../../rollout/plan-options.ts';
import { formatQuantity } from '../../terminal/format.ts';
import { oneLine } from '../../terminal/plain-text.ts';
import { parseAllow } from '../publish.ts';

export const promoteRelease: Command = {
  name: 'releases promote',
  summary: 'Take a published release to another channel with the same bytes; nothing is uploaded.',
  about: `Makes a draft in the other channel with notes, rules and files of the release; the storage copies the bytes. With
\`--publish\` it is published at once, and the command says and checks the same as \`slipway publish\`, \`--rollout\` included.
The same command run again continues the same draft.`,
  args: [{ name: '<release>', about: 'its version or id' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--to <channel>', about: 'required: the channel to take it to' },
    { flags: '--release <version>', about: 'the version there (default: the same)' },
    { flags: '--publish', about: 'publish it there at once' },
    { flags: '--allow <codes>', about: 'ignore these mistakes, given by their codes', repeats: true },
    sharedOptions.yes,
    ...planOptions,
  ],
  examples: [
    {
      command: 'slipway releases promote 1.4.0 --channel beta --to stable --publish --rollout standard',
      does: 'Gives what the testers have to one in a hundred of all others, then to more.',
    },
    {
      command: 'slipway releases promote 1.4.0-beta.3 --channel beta --to stable --release 1.4.0',
      does: 'Makes a draft of 1.4.0 with the bytes of the last beta.',
    },
  ],
  async run(input, context) {
    const to = optionText(input, 'to');
    if (to === undefined) throw usageFailure('No channel to take it to.', 'Pass --to <channel>.');
    const rollout = parsePlanOptions(input);
    const version = optionText(input, 'release');
    const original = await findRelease(input.args[0] ?? '', context);
    const release = await promote(
      original,
      { channel: to, ...(version === undefined ? {} : { version }) },
      context,
    );
    const { output } = context;
    const files = formatQuantity(release.artifacts.length, 'file');
    output.note(
      `${release.version} on ${to} (${release.id}) has the same ${files} as ${original.version} on ${original.channel}.`,
    );
    if (hasFlag(input, 'publish')) {
      const leniency = { allow: parseAllow(input), strict: false };
      return await publishPromoted(release, { rollout, yes: hasFlag(input, 'yes'), ...leniency }, context);
    }
    await planDraftRollout(rollout, release, context);
    output.object({ release });
    for (const { detail } of release.warnings ?? []) output.warn(oneLine(detail));
    output.line(
      release.state === 'draft'
        ? `It is a draft. The same command with --publish publishes it.`
        : `It is ${release.state} already.`,
    );
  },
};

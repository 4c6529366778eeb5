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
  summary: 'Copy a published release to another channel without uploading it again.',
  about: `Creates a draft in the other channel with the same notes, rules and files; the storage copies them. \`--publish\` publishes
it with the same checks as \`slipway publish\`, including \`--rollout\`. Run it again to continue the same draft.`,
  args: [{ name: '<release>', about: 'version or release ID' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { flags: '--to <channel>', about: 'destination channel (required)' },
    { flags: '--release <version>', about: 'version in that channel (default: the same)' },
    { flags: '--publish', about: 'publish it immediately' },
    { flags: '--allow <codes>', about: 'ignore these problems (comma-separated codes)', repeats: true },
    sharedOptions.yes,
    ...planOptions,
  ],
  examples: [
    {
      command: 'slipway releases promote 1.4.0 --channel beta --to stable --publish --rollout standard',
      does: 'Publish the beta on stable as a staged rollout.',
    },
    {
      command: 'slipway releases promote 1.4.0-beta.3 --channel beta --to stable --release 1.4.0',
      does: 'Create the draft 1.4.0 from the last beta.',
    },
  ],
  async run(input, context) {
    const to = optionText(input, 'to');
    if (to === undefined) throw usageFailure('Missing destination channel.', 'Pass --to <channel>.');
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
        ? 'It is a draft. To publish it, run the same command with --publish.'
        : `It is already ${release.state}.`,
    );
  },
};

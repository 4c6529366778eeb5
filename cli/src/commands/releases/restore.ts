import { type Command, shared } from '../../command.ts';
import { getReleaseNamed } from '../../finding-release.ts';

export const restoreRelease: Command = {
  name: 'releases restore',
  summary: 'Offer a withdrawn release again, in its old position.',
  args: [{ name: '<release>', about: 'its version or id' }],
  options: [shared.app, shared.channel],
  examples: [{ command: 'slipway releases restore 1.2.0', does: 'Offers it again.' }],
  async run({ args }, context) {
    const release = await getReleaseNamed(args[0] ?? '', context);
    const answer = await context.client().restoreRelease(release.app, release.id);
    context.output.object(answer);
    context.output.line(`Restored ${release.version}.`);
  },
};

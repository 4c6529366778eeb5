import { type Command, sharedOptions } from '../../command.ts';
import { findRelease } from '../../releases/find-release.ts';
import { describeEffects } from '../../releases/preview-effects.ts';
import { commandFor } from '../../rollout/describe.ts';

export const restoreRelease: Command = {
  name: 'releases restore',
  summary: 'Offer a withdrawn release again.',
  args: [{ name: '<release>', about: 'version or release ID' }],
  options: [
    sharedOptions.app,
    sharedOptions.channel,
    { ...sharedOptions.yes, about: 'accepted for scripts; this command never asks' },
  ],
  examples: [{ command: 'slipway releases restore 1.2.0', does: 'Offer 1.2.0 again.' }],
  async run({ args }, context) {
    const release = await findRelease(args[0] ?? '', context);
    const isOffered = release.state === 'published';
    const effects =
      release.state === 'withdrawn' && (await describeEffects(context, release, { verb: 'restore' }));
    if (effects) context.output.note(effects);
    const answer = isOffered ? { release } : await context.client().restoreRelease(release.app, release.id);
    context.output.object(answer);
    context.output.line(isOffered ? `${release.version} is not withdrawn.` : `Restored ${release.version}.`);
    if (answer.release.rollout?.state === 'paused')
      context.output.warn(
        `its rollout is still paused. Resume it: ${commandFor('rollout resume', { version: release.version, flags: context.settings.flagsFor(release.channel) })}`,
      );
    const pruned = release.artifacts.filter(({ state }) => state === 'pruned').map(({ target }) => target);
    if (pruned.length > 0)
      context.output.warn(`its files for ${pruned.join(', ')} were pruned, so those clients don’t get it.`);
  },
};

import type { Artifact } from '@slipway/api';
import { type Command, sharedOptions } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';
import { findRelease } from '../releases/find-release.ts';
import { describeEffects } from '../releases/preview-effects.ts';
import { confirmDestructive } from '../terminal/confirm.ts';
import { formatBytes } from '../terminal/format.ts';

export const prune: Command = {
  name: 'prune',
  summary: 'Delete a release’s files permanently. Downloads return 410.',
  args: [
    { name: '<release>', about: 'version or release ID' },
    { name: '[targets...]', about: 'only these targets' },
  ],
  options: [sharedOptions.app, sharedOptions.channel, sharedOptions.yes],
  examples: [
    { command: 'slipway prune 1.0.0', does: 'Delete all files of 1.0.0 (asks first).' },
    { command: 'slipway prune 1.0.0 linux-x86_64 --yes', does: 'Delete one file without asking.' },
  ],
  async run(input, context) {
    const [name = '', ...targets] = input.args;
    const { output } = context;
    const release = await findRelease(name, context);
    const active = release.artifacts.filter(({ state }) => state === 'active');
    const unknown = targets.find(
      (target) => !release.artifacts.some((artifact) => artifact.target === target),
    );
    if (unknown !== undefined) {
      throw usageFailure(
        `${release.version} has no target ${unknown}.`,
        `Targets: ${release.artifacts.map(({ target }) => target).join(', ')}.`,
      );
    }
    const chosen = targets.length === 0 ? active : active.filter(({ target }) => targets.includes(target));
    if (chosen.length === 0) {
      output.object({ artifacts: [] });
      return output.line('Nothing to prune.');
    }
    const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
    const names = chosen.map(({ target }) => target);
    const effects = await describeEffects(context, release, {
      verb: 'prune',
      ...(chosen.length === active.length ? {} : { targets: names }),
    });
    const loss = `This permanently deletes ${names.join(', ')} of ${release.app} ${release.version} (${formatBytes(bytes)}).`;
    await confirmDestructive(input, context, effects === undefined ? loss : `${loss}\n${effects}`);
    const pruned: Artifact[] = [];
    for (const { target } of chosen) {
      pruned.push((await context.client().pruneArtifact(release.app, release.id, target)).artifact);
    }
    output.object({ artifacts: pruned });
    output.line(`Pruned ${chosen.map(({ target }) => target).join(', ')}: ${formatBytes(bytes)}.`);
  },
};

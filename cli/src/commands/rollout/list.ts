import type { ListedRollout } from '@slipway/api';
import { type Command, hasFlag, sharedOptions } from '../../command.ts';
import { stepNeedTexts } from '../../rollout/describe.ts';
import { listOpenRollouts } from '../../rollout/find-rollout.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';

const nextOf = ({ state, steps: [next], steppedAt }: ListedRollout): string => {
  if (state !== 'rolling' || next === undefined) return '';
  const due = new Date(Date.parse(steppedAt) + next.afterHours * 3_600_000).toISOString();
  return [`${next.percent} %, ${formatInstant(due)}`, ...stepNeedTexts(next.needs)].join(' and ');
};

const stoppedOf = ({ stopped, brakedTargets }: ListedRollout): string =>
  stopped?.reason ?? (brakedTargets.length === 0 ? '' : `a brake, for ${brakedTargets.join(', ')} alone`);

export const listRollouts: Command = {
  name: 'rollout list',
  summary: 'List what is rolling out, on every channel.',
  options: [
    sharedOptions.app,
    { flags: '--all', about: 'also those that are done, overtaken by a newer release, or withdrawn' },
  ],
  examples: [
    { command: 'slipway rollout list', does: 'Shows what is rolling out now, and what comes next.' },
  ],
  async run(input, context) {
    const { client, settings, output } = context;
    const rollouts = hasFlag(input, 'all')
      ? (await client().listRollouts(settings.app())).rollouts
      : await listOpenRollouts(context);
    output.object({ rollouts });
    if (rollouts.length === 0) return output.line('Nothing is rolling out.');
    const rows = rollouts.map((rollout) => [
      rollout.version,
      rollout.channel,
      rollout.state === 'paused' && rollout.stopped?.by === 'brake' ? 'halted' : rollout.state,
      `${rollout.percent} %`,
      nextOf(rollout),
      stoppedOf(rollout),
    ]);
    output.line(
      formatTable(['version', 'channel', 'state', 'percent', 'next (UTC)', 'stopped because'], rows),
    );
  },
};

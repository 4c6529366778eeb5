import type { ListedRollout } from '@slipway/api';
import { type Command, hasFlag, sharedOptions } from '../../command.ts';
import { stepNeedTexts } from '../../rollout/describe.ts';
import { listOpenRollouts } from '../../rollout/find-rollout.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';

const nextOf = ({ state, steps: [next], steppedAt }: ListedRollout): string => {
  if (state !== 'rolling' || next === undefined) return '';
  const due = new Date(Date.parse(steppedAt) + next.afterHours * 3_600_000).toISOString();
  return [`${next.percent}%, ${formatInstant(due)}`, ...stepNeedTexts(next.needs)].join(' and ');
};

const stoppedOf = ({ stopped, brakedTargets }: ListedRollout): string =>
  stopped?.reason ?? (brakedTargets.length === 0 ? '' : `held by a brake: ${brakedTargets.join(', ')}`);

export const listRollouts: Command = {
  name: 'rollout list',
  summary: 'List active rollouts on all channels.',
  options: [sharedOptions.app, { flags: '--all', about: 'include done, superseded and withdrawn rollouts' }],
  examples: [{ command: 'slipway rollout list', does: 'Show active rollouts and their next steps.' }],
  async run(input, context) {
    const { client, settings, output } = context;
    const rollouts = hasFlag(input, 'all')
      ? (await client().listRollouts(settings.app())).rollouts
      : await listOpenRollouts(context);
    output.object({ rollouts });
    if (rollouts.length === 0) return output.line('No active rollouts.');
    const rows = rollouts.map((rollout) => [
      rollout.version,
      rollout.channel,
      rollout.state === 'paused' && rollout.stopped?.by === 'brake' ? 'halted' : rollout.state,
      `${rollout.percent}%`,
      nextOf(rollout),
      stoppedOf(rollout),
    ]);
    output.line(formatTable(['version', 'channel', 'state', 'percent', 'next (UTC)', 'reason'], rows));
  },
};

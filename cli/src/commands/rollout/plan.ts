import { type Command, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { planText } from '../../rollout/describe.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { parsePlanOptions, planOptions } from '../../rollout/plan-options.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

export const planRollout: Command = {
  name: 'rollout plan',
  summary: 'Plan how a draft reaches its clients, or draw a published release back to a part of them.',
  about: `On a draft, publishing begins with the first step. On a published release the rollout begins with the first step now:
whoever has the release keeps it, all others get the release before. \`slipway publish --rollout\` plans and publishes
in one go, and explains how steps are written. Without \`--rollout\` the plan of a version that is named is \`standard\`.`,
  args: [{ name: '[version]', about: 'the release (default: what is rolling out on the channel)' }],
  options: [sharedOptions.app, sharedOptions.channel, ...planOptions],
  examples: [
    {
      command: 'slipway rollout plan 1.4.0 --rollout 1,10@24h,100@24h+approval',
      does: 'Begins with one in a hundred; the last step waits for `slipway rollout advance`.',
    },
    {
      command: 'slipway rollout plan 1.4.0 --over 72h --cohort qa',
      does: 'Reaches everyone within three days, and testers at once.',
    },
  ],
  async run(input, context) {
    const isBare = input.args[0] === undefined && parsePlanOptions(input) === undefined;
    if (isBare)
      throw usageFailure(
        'Say which release, and by which plan.',
        'For example `slipway rollout plan 1.4.0 --rollout standard`.',
      );
    const plan = parsePlanOptions(input, 'standard') ?? { steps: [] };
    const named = await resolveRollout(input.args[0], ['rolling', 'paused', 'planned'], context);
    const answer = await context.client().planRollout(named.app, named.id, plan);
    context.output.note(`Planned: ${planText(plan)}.`);
    printRollout(named, answer, context);
  },
};

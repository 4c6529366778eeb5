import { type Command, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { planText } from '../../rollout/describe.ts';
import { resolveRollout } from '../../rollout/find-rollout.ts';
import { parsePlanOptions, planOptions } from '../../rollout/plan-options.ts';
import { printRollout } from '../../rollout/print-rollout.ts';

export const planRollout: Command = {
  name: 'rollout plan',
  summary: 'Plan a rollout, or restart a published release as a staged rollout.',
  about: `For a draft, publishing starts the first step. A published release goes back to the first step now. Clients that have it
keep it; everyone else gets the previous release. Without \`--rollout\`, a named version uses \`standard\`. \`slipway publish --rollout\` plans and publishes in one command. docs/ROLLOUTS.md explains the steps.`,
  args: [{ name: '[version]', about: 'release (default: the channel’s active rollout)' }],
  options: [sharedOptions.app, sharedOptions.channel, ...planOptions],
  examples: [
    {
      command: 'slipway rollout plan 1.4.0 --rollout 1,10@24h,100@24h+approval',
      does: 'Start at 1%; the last step waits for `slipway rollout advance`.',
    },
    {
      command: 'slipway rollout plan 1.4.0 --over 72h --cohort qa',
      does: 'Reach everyone within three days, and the cohort qa immediately.',
    },
  ],
  async run(input, context) {
    const isBare = input.args[0] === undefined && parsePlanOptions(input) === undefined;
    if (isBare)
      throw usageFailure(
        'Missing release and plan.',
        'For example `slipway rollout plan 1.4.0 --rollout standard`.',
      );
    const plan = parsePlanOptions(input, 'standard') ?? { steps: [] };
    const named = await resolveRollout(input.args[0], ['rolling', 'paused', 'planned'], context);
    const answer = await context.client().planRollout(named.app, named.id, plan);
    context.output.note(`Planned: ${planText(plan)}.`);
    printRollout(named, answer, context);
  },
};

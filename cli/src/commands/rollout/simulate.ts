import type { Rollout, RolloutPlan } from '@slipway/api';
import { type Command, optionText, sharedOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { isProblem } from '../../errors/to-failure.ts';
import { planText } from '../../rollout/describe.ts';
import { type RolloutRef, resolveRollout } from '../../rollout/find-rollout.ts';
import { parsePlanDetails, parsePlanOptions, planOptions } from '../../rollout/plan-options.ts';
import { simulationLines } from '../../rollout/print-simulation.ts';
import { parseSteps } from '../../rollout/steps.ts';

/** The plan that continues a rollout from its current step. */
const planFrom = ({ percent, steps, fleetSize, ...rest }: Rollout): RolloutPlan => {
  const { withoutId, cohorts, manual, newInstalls, rescue, brakes } = rest;
  const more = fleetSize === null ? {} : { fleetSize };
  return { steps: [{ percent }, ...steps], withoutId, cohorts, manual, newInstalls, rescue, brakes, ...more };
};

/** The release's own plan, if it has an unfinished one. */
const usualPlan = async ({ app, id }: RolloutRef, { client }: Context): Promise<RolloutPlan> => {
  try {
    const { rollout } = await client().getRollout(app, id);
    if (rollout.state !== 'done') return planFrom(rollout);
  } catch (error) {
    if (!isProblem(error, 'not-found')) throw error;
  }
  return { steps: parseSteps('standard') };
};

export const simulateRollout: Command = {
  name: 'rollout simulate',
  summary: 'Preview a rollout against yesterday’s clients (dry run).',
  about: `Shows clients and bytes per step, and who is left out and why. Also shows whether the monthly allowance is enough, and how
soon a brake would halt a failing release. Without \`--rollout\` it uses the release’s plan, or \`standard\`.`,
  args: [
    {
      name: '[version]',
      about: 'release or draft (default: the channel’s planned or active rollout)',
    },
  ],
  options: [sharedOptions.app, sharedOptions.channel, ...planOptions],
  examples: [
    { command: 'slipway rollout simulate 1.4.0', does: 'Preview the plan of 1.4.0.' },
    {
      command: 'slipway rollout simulate 1.4.0 --rollout fast --fleet-size 98000',
      does: 'Preview another plan.',
    },
  ],
  async run(input, context) {
    const { client, output } = context;
    const isPlanned = [optionText(input, 'rollout'), optionText(input, 'over')].some(
      (text) => text !== undefined,
    );
    const requestedPlan = isPlanned ? parsePlanOptions(input) : undefined;
    const named = await resolveRollout(input.args[0], ['planned', 'rolling', 'paused'], context);
    const plan = requestedPlan ?? { ...(await usualPlan(named, context)), ...parsePlanDetails(input) };
    const simulation = await client().simulateRollout(named.app, named.id, plan);
    output.object(simulation);
    output.line(`${named.version} on ${named.channel}: ${planText(plan)}.`);
    for (const line of simulationLines(simulation)) output.line(line);
    if (simulation.allowance.fits === false)
      output.warn('the monthly allowance isn’t enough: downloads return 402 once it is used up.');
    if (simulation.basis.fleetSize === null && simulation.basis.clients === null)
      output.warn('fleet size unknown. Pass --fleet-size.');
  },
};

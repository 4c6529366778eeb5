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
  summary: 'Say what a rollout would mean for yesterday’s clients; nothing changes.',
  about: `Says how many clients and bytes each step comes to, who is left out and why, whether the month’s allowance bears it, and
how soon the brake would notice a release that fails. Without \`--rollout\` it takes the plan that the release has, or
\`standard\`, with whatever else is said here.`,
  args: [
    {
      name: '[version]',
      about: 'the release, a draft too (default: what is planned or rolling out on the channel)',
    },
  ],
  options: [sharedOptions.app, sharedOptions.channel, ...planOptions],
  examples: [
    { command: 'slipway rollout simulate 1.4.0', does: 'Shows what the plan of 1.4.0 would mean.' },
    {
      command: 'slipway rollout simulate 1.4.0 --rollout fast --fleet-size 98000',
      does: 'Shows what another plan would mean.',
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
    output.line(`${named.version} on ${named.channel}, to ${planText(plan)}.`);
    for (const line of simulationLines(simulation)) output.line(line);
    if (simulation.allowance.fits === false)
      output.warn('the month’s allowance does not bear it: downloads are refused once it is used up (402).');
    if (simulation.basis.fleetSize === null && simulation.basis.clients === null)
      output.warn('how many clients there are is not known: pass --fleet-size.');
  },
};

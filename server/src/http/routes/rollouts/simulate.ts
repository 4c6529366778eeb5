import { RolloutPlan, Simulation } from '@slipway/api';
import type { ForecastReach } from '../../../domain/rollouts/forecast.ts';
import type { Simulation as Simulated } from '../../../domain/rollouts/simulate.ts';
import { appRoute, ok } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';
import { parseRolloutPlan, planFaults } from './parse-plan.ts';

/** Assumes one download per client. */
const renderReached = ({ clients, bytes }: ForecastReach) => ({
  clients: clients ?? null,
  downloads: clients ?? null,
  bytes: bytes ?? null,
});

const renderAllowance = ({ leftBytes, steps }: Simulated) => {
  const needed = steps.at(-1)?.bytes;
  const fits = leftBytes === undefined ? true : needed === undefined ? null : needed <= leftBytes;
  return { leftBytes: leftBytes ?? null, neededBytes: needed ?? null, fits };
};

const hoursAfter = (at: string, hours: number): string =>
  new Date(Date.parse(at) + hours * 3_600_000).toISOString();

const render = (simulated: Simulated) => {
  const { at, day, clients, fleetSize, forecast, steps, halts } = simulated;
  return {
    basis: {
      day,
      checks: forecast.checks,
      clients: clients ?? null,
      withId: forecast.withId,
      fleetSize: fleetSize ?? null,
    },
    steps: steps.map(({ percent, startsAfterHours, ...reached }) => ({
      percent,
      startsAt: hoursAfter(at, startsAfterHours),
      ...renderReached(reached),
    })),
    byTarget: forecast.byTarget.map(({ target, checks, ...reached }) => ({
      target,
      checks,
      ...renderReached(reached),
    })),
    leftOut: forecast.leftOut,
    allowance: renderAllowance(simulated),
    brake: halts.map(({ failing, outcomes, hours }) => ({
      failing,
      outcomes: outcomes ?? null,
      hours: hours === undefined ? null : Math.round(hours * 10) / 10,
    })),
  };
};

export const simulateRollout = appRoute({
  summary: 'Preview a rollout (dry run)',
  description:
    'Applies a plan to yesterday’s checks; nothing changes. Returns clients and bytes per step, clients left out and why, and the allowance needed. Also estimates how soon a brake would halt a failing release.',
  params: ['id'],
  body: RolloutPlan,
  responses: { 200: Simulation },
  problems: ['invalid-fields', 'not-found', 'no-base'],
  isRead: true,
  extraFaults: (body, refused) => planFaults(body, refused),
  handle: async ({ caller, body, params }, { rolloutSimulator }: Needs<'rolloutSimulator'>) =>
    ok(render(await rolloutSimulator.simulate(caller.app, params.id, parseRolloutPlan(body)))),
});

import type { Rollout } from '@slipway/api';

const day = { afterHours: 24, needs: {} };

/** A rollout at its first step, with a fleet of 98,000. */
export const exampleRollout: Rollout = {
  releaseId: 'rel_1',
  state: 'rolling',
  percent: 1,
  steps: [
    { percent: 10, ...day },
    { percent: 50, ...day },
    { percent: 100, afterHours: 24, needs: { approval: true } },
  ],
  stopped: null,
  steppedAt: '2026-03-14T09:26:53.000Z',
  withoutId: 'network',
  capReached: false,
  fleetSize: 98_000,
  cohorts: [],
  manual: true,
  newInstalls: false,
  rescue: true,
  brakes: { acceptable: 1, bad: 5, health: 'halt', reports: 'warn', silence: 'warn' },
  brakedTargets: [],
};

/* The rollout that all examples share. */

const day = 24;
const toCome = [
  { percent: 10, afterHours: day, needs: {} },
  { percent: 50, afterHours: day, needs: {} },
  { percent: 100, afterHours: day, needs: { approval: true as const } },
];

export const exampleRollout = {
  releaseId: 'rel_3vQ8mZk2Lw9XcN5tRbYp1H',
  state: 'rolling',
  percent: 1,
  steps: toCome,
  stopped: null,
  steppedAt: '2026-03-14T09:26:53.000Z',
  withoutId: 'network',
  capReached: false,
  fleetSize: 98_000,
  cohorts: ['qa'],
  manual: true,
  newInstalls: false,
  rescue: true,
  brakes: { acceptable: 1, bad: 5, health: 'halt', reports: 'warn', silence: 'warn' },
  brakedTargets: [],
};

export const exampleRolloutPlan = {
  steps: [{ percent: 1 }, ...toCome],
  fleetSize: 98_000,
  cohorts: ['qa'],
};

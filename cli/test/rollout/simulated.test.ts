import assert from 'node:assert/strict';
import test from 'node:test';
import type { Simulation } from '@slipway/api';
import { simulationLines } from '../../src/rollout/print-simulation.ts';

const simulation: Simulation = {
  basis: { day: '2026-03-13', checks: 588_000, clients: null, withId: 510_000, fleetSize: 98_000 },
  steps: [
    { percent: 1, startsAt: '2026-03-14T09:26:53.000Z', clients: 912, downloads: 912, bytes: 43_970_715_648 },
    { percent: 100, startsAt: '2026-03-15T09:26:53.000Z', clients: null, downloads: null, bytes: null },
  ],
  byTarget: [{ target: 'linux-x86_64', checks: 588_000, clients: 91_200, downloads: 91_200, bytes: 1024 }],
  leftOut: [{ reason: 'not-newer', checks: 40_800 }],
  allowance: { leftBytes: 1024, neededBytes: 2048, fits: false },
  brake: [
    { failing: 5, outcomes: 171, hours: 0.8 },
    { failing: 30, outcomes: 17, hours: null },
    { failing: 1, outcomes: null, hours: null },
  ],
};

test('a simulation is printed in clients, bytes and hours', () => {
  const text = simulationLines(simulation).join('\n');
  assert.match(
    text,
    /^Based on 588,000 checks on 2026-03-13 \(86\.7% with an ID\), with a fleet of 98,000 clients:\n/,
  );
  assert.match(text, /1% +2026-03-14 09:26 +912 +41\.0 GiB\n +100% +2026-03-15 09:26 +\? +\?\n/);
  assert.match(
    text,
    /Left out: 40,800 checks \(not-newer\)\.\nDownload volume: 2\.0 KiB \(1\.0 KiB left of the monthly allowance\)/,
  );
  assert.match(text, / 5% failure rate: halted after about 171 outcomes, 48 min after publishing\n/);
  assert.match(
    text,
    /30% failure rate: halted after about 17 outcomes\n/,
    'nobody knows how many it reaches',
  );
  const few = {
    ...simulation,
    steps: simulation.steps.slice(0, 1).map((step) => ({ ...step, clients: 12 })),
  };
  assert.match(
    simulationLines(few).join('\n'),
    /30% failure rate: halted after about 17 outcomes, more than the steps reach\n/,
  );
  assert.match(text, /1% failure rate: not halted$/);
  const unlimited = { ...simulation, allowance: { leftBytes: null, neededBytes: 2048, fits: true } };
  assert.match(simulationLines(unlimited).join('\n'), /\(no monthly limit\)\./);
  const withClients = { ...simulation, basis: { ...simulation.basis, clients: 85_000, fleetSize: null } };
  assert.match(simulationLines(withClients)[0] ?? '', /\(86\.7% with an ID, 85,000 clients\):$/);
  const nobody = { ...simulation, basis: { ...simulation.basis, checks: 0 } };
  assert.match(simulationLines(nobody)[0] ?? '', /No checks on 2026-03-13/);
});

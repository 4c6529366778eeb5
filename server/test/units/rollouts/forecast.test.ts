import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReleaseWithArtifacts } from '../../../src/domain/nouns/release.ts';
import { defaultBrakes, type Rollout } from '../../../src/domain/nouns/rollout.ts';
import { type FleetPart, forecast } from '../../../src/domain/rolling-out/forecast.ts';
import { hoursUntil } from '../../../src/domain/rolling-out/notice.ts';
import { artifactOf, releaseOf } from '../feeds/stage.ts';

const target = 'linux-x86_64';
const rollout: Rollout = {
  ...{ releaseId: 'rel_2.0.0', seed: 7, permille: 10, state: 'rolling', stopped: undefined, steps: [] },
  ...{ steppedAt: '2026-01-01T00:00:00.000Z', round: 1, stepNumber: 0, doorShut: false, brakedTargets: [] },
  ...{ withoutId: 'network', fleetSize: undefined, cohorts: [], manual: true, newInstalls: false },
  ...{ rescue: true, brakes: defaultBrakes },
};

const stageOf = (more: Partial<ReleaseWithArtifacts> = {}, plan: Partial<Rollout> = {}) => {
  const artifact = artifactOf(target, '.AppImage', { sizeBytes: 100, state: 'declared' });
  const release = releaseOf('2.0.0', [artifact], { state: 'draft', ...more });
  const base = releaseOf('1.0.0', [artifactOf(target, '.AppImage')], { sequence: 1 });
  return {
    release: { ...release, rollout: { ...rollout, ...plan } },
    others: [base],
    rescued: new Set(['1.5.0']),
  };
};

const part = (version: string, checks: number, more: Partial<FleetPart> = {}): FleetPart => ({
  ...{ target, version, checks, withId: checks },
  ...more,
});

describe('what a rollout would mean', () => {
  test('a percent of those who can have it, and all who are rescued', () => {
    const fleet = [part('1.0.0', 900), part('1.5.0', 50), part('3.0.0', 50)];
    const { at, leftOut } = forecast(stageOf(), fleet, 10_000);
    assert.deepEqual(at(0), { clients: 500, bytes: 50_000 });
    assert.deepEqual(at(100), { clients: 1400, bytes: 140_000 });
    assert.deepEqual(at(1000), { clients: 9500, bytes: 950_000 });
    assert.deepEqual(leftOut, [{ reason: 'not-newer', checks: 50 }]);
  });

  test('why others do not get it: the reasons that explain gives, most checks first', () => {
    const stage = stageOf({ policy: { from: { except: ['1.0.0'] } } });
    const fleet = [part('1.0.0', 10), part('0.9.0', 5), part('1.0.0', 20, { target: 'darwin-aarch64' })];
    const { leftOut, byTarget } = forecast(stage, fleet, 35);
    assert.deepEqual(leftOut, [
      { reason: 'target-missing', checks: 20 },
      { reason: 'from-excluded', checks: 10 },
    ]);
    assert.deepEqual(
      byTarget.map((one) => [one.target, one.checks, one.clients]),
      [
        [target, 15, 5],
        ['darwin-aarch64', 20, 0],
      ],
    );
  });

  test('those without an id are left out where the rollout holds them', () => {
    const fleet = [part('1.0.0', 100, { withId: 25 })];
    const { at, leftOut } = forecast(stageOf({}, { withoutId: 'hold' }), fleet, 100);
    assert.equal(at(1000).clients, 25);
    assert.deepEqual(leftOut, [{ reason: 'rollout-no-id', checks: 75 }]);
  });

  test('nobody knows how many where the fleet is not known, or was not seen', () => {
    const unknown = { clients: undefined, bytes: undefined };
    assert.deepEqual(forecast(stageOf(), [part('1.0.0', 9)], undefined).at(500), unknown);
    assert.deepEqual(forecast(stageOf(), [], 10_000).at(500), unknown);
  });
});

describe('how soon so many have a release', () => {
  const steps = [
    { startsAfterHours: 0, clients: 100 },
    { startsAfterHours: 24, clients: 1000 },
  ];
  test('within the first step, evenly as copies ask', () => {
    assert.equal(hoursUntil(50, steps, 4), 2);
    assert.equal(hoursUntil(100, steps, 4), 4);
  });
  test('in a later step, or never', () => {
    assert.equal(hoursUntil(550, steps, 4), 26);
    assert.equal(hoursUntil(1001, steps, 4), undefined);
    assert.equal(hoursUntil(1, [{ startsAfterHours: 0, clients: 0 }], 4), undefined);
  });
});

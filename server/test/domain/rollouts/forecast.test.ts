import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DecisionSource } from '../../../src/domain/decision/planner.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { defaultBrakes, type Rollout } from '../../../src/domain/model/rollout.ts';
import { hoursUntilClients } from '../../../src/domain/rollouts/detection-time.ts';
import type { FleetSegment } from '../../../src/domain/rollouts/fleet-segments.ts';
import { type ForecastInput, forecastRollout } from '../../../src/domain/rollouts/forecast.ts';
import { artifactOf, releaseOf } from '../../adapters/feeds/stage.ts';

const target = 'linux-x86_64';
const rollout: Rollout = {
  ...{ releaseId: 'rel_2.0.0', seed: 7, permille: 10, state: 'rolling', stopped: undefined, steps: [] },
  ...{ steppedAt: '2026-01-01T00:00:00.000Z', round: 1, stepNumber: 0, capReached: false, brakedTargets: [] },
  ...{ withoutId: 'network', fleetSize: undefined, cohorts: [], manual: true, newInstalls: false },
  ...{ rescue: true, brakes: defaultBrakes },
};

const sourceOf = (
  releases: readonly ReleaseWithArtifacts[],
  others: readonly ReleaseWithArtifacts[] = [],
): DecisionSource => ({
  channels: new Map([
    ['stable', releases],
    ['other', others],
  ]),
  rescued: new Map([['stable', new Set(['1.5.0'])]]),
  critical: new Map(),
  alsoOffers: new Map(others.length === 0 ? [] : [['stable', 'other']]),
});

const stageOf = (more: Partial<ReleaseWithArtifacts> = {}, plan: Partial<Rollout> = {}) => {
  const artifact = artifactOf(target, '.AppImage', { sizeBytes: 100, state: 'declared' });
  const release = releaseOf('2.0.0', [artifact], { state: 'draft', ...more });
  const base = releaseOf('1.0.0', [artifactOf(target, '.AppImage')], { sequence: 1 });
  return { release: { ...release, rollout: { ...rollout, ...plan } }, source: sourceOf([base]) };
};

const part = (version: string, checks: number, more: Partial<FleetSegment> = {}): FleetSegment => ({
  ...{ target, version, checks, withId: checks },
  ...more,
});

const ahead = (stage: ForecastInput, parts: readonly FleetSegment[], fleetSize: number | undefined) =>
  forecastRollout(stage, parts, { fleetSize, rest: async () => undefined });

describe('what a rollout would mean', () => {
  test('a percent of those who can have it, and all who are rescued', async () => {
    const fleet = [part('1.0.0', 900), part('1.5.0', 50), part('3.0.0', 50)];
    const { at, leftOut } = await ahead(stageOf(), fleet, 10_000);
    assert.deepEqual(at(0), { clients: 500, bytes: 50_000 });
    assert.deepEqual(at(100), { clients: 1400, bytes: 140_000 });
    assert.deepEqual(at(1000), { clients: 9500, bytes: 950_000 });
    assert.deepEqual(leftOut, [{ reason: 'not-newer', checks: 50 }]);
  });

  test('why others do not get it: the reasons that explain gives, most checks first', async () => {
    const stage = stageOf({ policy: { from: { except: ['1.0.0'] } } });
    const fleet = [part('1.0.0', 10), part('0.9.0', 5), part('1.0.0', 20, { target: 'darwin-aarch64' })];
    const { leftOut, byTarget } = await ahead(stage, fleet, 35);
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

  test('those without an id are left out where the rollout holds them', async () => {
    const fleet = [part('1.0.0', 100, { withId: 25 })];
    const { at, leftOut } = await ahead(stageOf({}, { withoutId: 'hold' }), fleet, 100);
    assert.equal(at(1000).clients, 25);
    assert.deepEqual(leftOut, [{ reason: 'rollout-no-id', checks: 75 }]);
  });

  test('who tells no version, or less than a target, counts as one who has yet to get it', async () => {
    const artifacts = ['linux-x86_64', 'linux-deb-x86_64', 'windows-x86_64'].map((one, index) =>
      artifactOf(one, '.AppImage', { sizeBytes: 100 * (index + 1), state: 'declared' }),
    );
    const base = releaseOf(
      '1.0.0',
      artifacts.map((one) => ({ ...one, state: 'active' as const })),
      { sequence: 1 },
    );
    const heldTargets = ['linux-deb-x86_64'];
    const stage = {
      ...stageOf({ artifacts, policy: { heldTargets, from: { atLeast: '0.9' } } }),
      source: sourceOf([base]),
    };
    const fleet = [
      part('unknown', 100, { target: 'windows-x86_64' }),
      part('unknown', 100, { target: 'linux' }),
      part('unknown', 300, { target: 'unknown' }),
      part('0.1.0', 50, { target: 'windows' }),
      part('unknown', 50, { target: 'darwin' }),
    ];
    const { at, byTarget, leftOut } = await ahead(stage, fleet, 600);
    assert.deepEqual(at(1000), { clients: 350, bytes: 30_000 + 5000 + 10_000 + 30_000 });
    assert.deepEqual(
      byTarget.map((one) => [one.target, one.checks, one.clients]),
      [
        ['windows-x86_64', 100, 100],
        ['linux', 100, 50],
        ['unknown', 300, 200],
        ['windows', 50, 0],
        ['darwin', 50, 0],
      ],
    );
    assert.deepEqual(leftOut, [
      { reason: 'target-held', checks: 150 },
      { reason: 'from-excluded', checks: 50 },
      { reason: 'target-missing', checks: 50 },
    ]);
  });

  test('nobody knows how many where the fleet is not known, or was not seen', async () => {
    const unknown = { clients: undefined, bytes: undefined };
    assert.deepEqual((await ahead(stageOf(), [part('1.0.0', 9)], undefined)).at(500), unknown);
    assert.deepEqual((await ahead(stageOf(), [], 10_000)).at(500), unknown);
  });

  test('what was pruned reaches nobody, and what another channel has that is newer comes before it', async () => {
    const gone = stageOf({ artifacts: [artifactOf(target, '.AppImage', { state: 'pruned' })] });
    assert.deepEqual((await ahead(gone, [part('1.0.0', 9)], 9)).leftOut, [
      { reason: 'target-pruned', checks: 9 },
    ]);
    const newer = releaseOf('3.0.0', [artifactOf(target, '.AppImage')], { sequence: 2, channel: 'other' });
    const base = releaseOf('1.0.0', [artifactOf(target, '.AppImage')], { sequence: 1 });
    const source = sourceOf([base], [newer]);
    const { at, leftOut } = await ahead({ ...stageOf(), source }, [part('1.0.0', 9)], 9);
    assert.equal(at(1000).clients, 0);
    assert.deepEqual(leftOut, [{ reason: 'newer-elsewhere', checks: 9 }]);
  });

  test('many versions of a fleet are asked about in turns, and the releases are gone through once', async () => {
    let [rests, planned] = [0, 0];
    const elsewhere = releaseOf('1.0.0', [], { sequence: 1 });
    Object.defineProperty(elsewhere, 'artifacts', {
      get: () => {
        planned += 1;
        return [artifactOf('darwin-aarch64', '.dmg')];
      },
    });
    const parts = Array.from({ length: 4000 }, (_, index) => part(`1.${index}.0`, 1));
    const stage = { ...stageOf(), source: sourceOf([elsewhere]) };
    const rest = async () => {
      rests += 1;
    };
    await forecastRollout(stage, parts, { fleetSize: 1, rest });
    assert.ok(rests >= 10, `${rests} rests`);
    assert.equal(planned, 1);
  });
});

describe('how soon so many have a release', () => {
  const steps = [
    { startsAfterHours: 0, clients: 100 },
    { startsAfterHours: 24, clients: 1000 },
  ];
  test('within the first step, evenly as copies ask', () => {
    assert.equal(hoursUntilClients(50, steps, 4), 2);
    assert.equal(hoursUntilClients(100, steps, 4), 4);
  });
  test('in a later step, or never', () => {
    assert.equal(hoursUntilClients(550, steps, 4), 26);
    assert.equal(hoursUntilClients(1001, steps, 4), undefined);
    assert.equal(hoursUntilClients(1, [{ startsAfterHours: 0, clients: 0 }], 4), undefined);
  });
});

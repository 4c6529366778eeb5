import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hourOf } from '../../../src/domain/model/instant.ts';
import { testMissingCheckIns } from '../../../src/domain/rollouts/missing-check-ins.ts';
import { createRollingWorld, hour, planOf, type RolloutOptions, step } from './rolling-world.ts';

/** A staged release and its hourly counts. */
const createCheckInWorld = async (options: RolloutOptions = {}) => {
  const world = await createRollingWorld({ steps: [step(100), step(1000, 8000)], ...options });
  let sequence = 0;
  const count = async (what: { target?: string; offers?: number; arrivals?: number; downloads?: number }) => {
    sequence += 1;
    const at = world.clock.now();
    const { target = 'linux', offers = 0, arrivals = 0, downloads = 0 } = what;
    const row = { releaseId: world.id, hour: hourOf(at), target, offers, arrivals, downloads: 0 };
    await world.store.addFleet({ node: 'listening', sequence, at, rows: [], sketches: [], hours: [row] });
    if (downloads > 0) await world.download(world.id, downloads, target);
  };
  /** This many clients get an offer and download it. */
  const give = (copies: number, target = 'linux') => count({ target, offers: 2 * copies, downloads: copies });
  const later = async (hours: number) => {
    world.clock.advance(hours * hour);
    await world.supervisor.evaluateAll();
    return (await world.rollout()).state;
  };
  return { ...world, count, give, later };
};

describe('missing check-ins after a release', () => {
  it('warn once if 200 downloads are older than six hours and few clients check in', async () => {
    const { give, count, later, warnings, supervisor, id, halts } = await createCheckInWorld();
    await give(200);
    await later(6);
    assert.deepEqual(warnings, [], 'the last of that hour are younger');
    await count({ arrivals: 39 });
    assert.equal(await later(1), 'rolling');
    assert.equal(await later(1), 'rolling');
    assert.deepEqual([warnings, halts], [['brake-warns'], []]);
    const { warnings: statusWarnings, evidence } = await supervisor.getStatus('app', id);
    assert.deepEqual(
      evidence.map(({ source, target, bad, good }) => [source, target, bad, good]),
      [
        ['silence', undefined, 161, 39],
        ['silence', 'linux', 161, 39],
      ],
    );
    assert.deepEqual(
      evidence.map(({ ratio }) => ratio),
      [1, 1],
    );
    assert.equal(
      statusWarnings[0]?.detail,
      'silence: 200 downloads are older than 6 hours, but only 39 checks came from the release: the app may not start. This brake only warns; pause the rollout to stop it.',
    );
  });

  it('are none if a fifth checks in or there are fewer downloads', async () => {
    for (const [copies, arrivals] of [
      [200, 40],
      [199, 0],
    ] as const) {
      const { give, count, later, warnings } = await createCheckInWorld();
      await give(copies);
      await count({ arrivals });
      await later(48);
      assert.deepEqual(warnings, [], `${copies} ${arrivals}`);
    }
  });

  it('halt once if set to halt, and count from zero after a resume', async () => {
    const { give, later, halts, actions, rollout, rolloutControl, caller, id } = await createCheckInWorld({
      brakes: { silence: 'halt' },
    });
    await give(300);
    assert.equal(await later(7), 'paused');
    const { stopped } = await rollout();
    assert.equal(stopped?.by, 'brake');
    assert.match(stopped?.reason ?? '', /^silence: 300 downloads are older than 6 hours, but only 0 checks/);
    assert.deepEqual(
      halts.map(({ source, target, bad, good }) => [source, target, bad, good]),
      [['silence', undefined, 300, 0]],
    );
    await rolloutControl.resume(caller, id, undefined);
    assert.equal(await later(100), 'rolling', 'what was before does not count any more');
    await give(199);
    assert.equal(await later(7), 'rolling');
    await give(1);
    assert.equal(await later(7), 'paused');
    const taken = (await actions()).filter((action) => action.startsWith('rollout.halt'));
    assert.equal(taken.length, 2);
  });

  it('are none after a resume or a changed plan if the networks used up their check-ins before', async () => {
    const plan = { steps: [step(100), step(1000, 8000)], brakes: { silence: 'halt' } } as const;
    for (const begin of ['resume', 'plan'] as const) {
      const { store, clock, count, later, rolloutControl, caller, id } = await createCheckInWorld(plan);
      const networks = Array.from({ length: 100 }, (_, i) => 5000 + i);
      let sequence = 0;
      /** Every network downloads and checks in this often. */
      const use = async (downloads: number, checks: number) => {
        sequence += 1;
        const batch = { node: 'networks', at: clock.now(), rows: [] };
        const one = { app: 'app', releaseId: id, target: 'linux', at: clock.now() };
        const each = (count: number) => networks.map((network) => ({ ...one, network, count }));
        await count({ offers: 100 * downloads });
        await store.addUsage({ ...batch, sequence: 2 * sequence, deliveries: each(downloads) });
        const checkIns = each(checks);
        await store.addFleet({ ...batch, sequence: 2 * sequence + 1, hours: [], sketches: [], checkIns });
      };
      await use(1, 5);
      assert.equal(await later(7), 'rolling');
      if (begin === 'plan') await rolloutControl.plan(caller, id, planOf(plan));
      else {
        await rolloutControl.pause(caller, id, 'to look at it');
        await rolloutControl.resume(caller, id, undefined);
      }
      clock.advance(hour);
      await use(4, 4);
      assert.equal(await later(7), 'rolling', begin);
    }
  });

  it('are not evaluated if off', async () => {
    const { give, later, warnings, supervisor, id } = await createCheckInWorld({
      brakes: { silence: 'off' },
    });
    await give(900);
    await later(48);
    assert.deepEqual(warnings, []);
    assert.deepEqual((await supervisor.getStatus('app', id)).evidence, []);
  });

  it('ignore downloads without an offer, since those clients never check in', async () => {
    const { count, later, warnings } = await createCheckInWorld();
    await count({ downloads: 5000 });
    await count({ offers: 199, target: 'mac', downloads: 5000 });
    await later(48);
    assert.deepEqual(warnings, []);
  });

  it('of one target hold it while the others check in', async () => {
    const { give, count, later, rollout } = await createCheckInWorld({ brakes: { silence: 'halt' } });
    for (const target of ['linux', 'mac', 'windows']) await give(1000, target);
    await count({ arrivals: 900 });
    await count({ target: 'windows', arrivals: 200 });
    assert.equal(await later(7), 'rolling');
    assert.deepEqual((await rollout()).brakedTargets, ['mac']);
    assert.equal(await later(1), 'rolling');
    assert.deepEqual((await rollout()).brakedTargets, ['mac']);
  });
});

describe('the test for missing check-ins', () => {
  const reached = (target: string, downloads: number, arrivals: number) => ({
    target,
    downloads,
    checkIns: arrivals,
  });
  const stops = (...all: ReturnType<typeof reached>[]) => {
    const { halt } = testMissingCheckIns(all, ['held']);
    return halt && (halt.target ?? 'all');
  };

  it('halts the whole rollout if no target checks in', () => {
    assert.equal(stops(reached('a', 100, 0), reached('b', 100, 0)), 'all');
    assert.equal(stops(reached('a', 500, 0), reached('b', 500, 3)), 'all');
    assert.equal(stops(reached('a', 199, 0)), undefined);
    assert.equal(stops(), undefined);
  });

  it('halts a single target if only that one does not check in', () => {
    assert.equal(stops(reached('a', 500, 0), reached('b', 500, 100)), 'a');
    assert.equal(stops(reached('a', 200, 0), reached('b', 100, 100)), 'a');
    assert.equal(stops(reached('a', 199, 0), reached('b', 500, 500)), undefined);
    assert.equal(stops(reached('held', 5000, 0), reached('b', 500, 500)), undefined);
  });
});

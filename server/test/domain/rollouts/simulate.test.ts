import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addHash, createSketch } from '../../../src/domain/fleet/counters/hyperloglog.ts';
import { hash32 } from '../../../src/domain/model/hash32.ts';
import { createRolloutSimulator } from '../../../src/domain/rollouts/simulate.ts';
import { createRollingWorld, planOf } from './rolling-world.ts';

/* A simulation's source for the number of clients: the publisher's estimate, IDs, downloads, in this order. */

const createStage = async (clients: number) => {
  const world = await createRollingWorld();
  const day = world.clock.in(-24 * 3600).slice(0, 10);
  const registers = createSketch();
  for (let n = 0; n < clients; n++) addHash(registers, hash32(9, `client ${n}`));
  const place = { app: 'app', day, channel: 'stable' };
  await world.store.addFleet({
    ...{ node: 'fleet', sequence: 1, at: world.clock.now(), hours: [] },
    rows: [
      {
        ...{ ...place, target: 'linux', version: '1.0.0', isStranger: false },
        ...{ checks: 2000, offers: 0, withId: 1000, proxied: 0 },
      },
    ],
    sketches: clients === 0 ? [] : [{ ...place, version: '', registers }],
  });
  await world.download(world.baseId, 900);
  const { simulate } = createRolloutSimulator({ ...world, rest: async () => undefined });
  const lastOf = async (fleetSize?: number) => {
    const { clients: known, steps } = await simulate('app', world.id, planOf({ fleetSize }));
    return { known, reached: steps.at(-1)?.clients };
  };
  return { lastOf };
};

const isNear = (found: number | undefined, expected: number): void =>
  assert.ok(Math.abs((found ?? 0) - expected) <= expected / 10, `${found} is not about ${expected}`);

describe('simulating with clients that are told apart', () => {
  test('all clients are estimated from those that send ids', async () => {
    const { lastOf } = await createStage(200);
    const { known, reached } = await lastOf();
    isNear(known, 200);
    isNear(reached, 400);
  });

  test('what the publisher says counts more', async () => {
    const { lastOf } = await createStage(200);
    assert.equal((await lastOf(5000)).reached, 5000);
  });

  test('without ids downloads tell, and where all send one id, too', async () => {
    assert.deepEqual(await (await createStage(0)).lastOf(), { known: undefined, reached: 900 });
    assert.deepEqual(await (await createStage(1)).lastOf(), { known: 1, reached: 900 });
  });
});

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
        ...{ ...place, target: 'linux', version: '1.0.0', isUnpublished: false },
        ...{ checks: 2000, offers: 0, withId: 1000, proxied: 0 },
      },
    ],
    sketches: clients === 0 ? [] : [{ ...place, version: '', registers }],
  });
  await world.download(world.baseId, 900);
  const { simulate } = createRolloutSimulator({ ...world, rest: async () => undefined });
  const lastOf = async (fleetSize?: number) => {
    const { clients: clientCount, steps } = await simulate('app', world.id, planOf({ fleetSize }));
    return { clientCount, reached: steps.at(-1)?.clients };
  };
  return { lastOf };
};

const isNear = (found: number | undefined, expected: number): void =>
  assert.ok(Math.abs((found ?? 0) - expected) <= expected / 10, `${found} is not about ${expected}`);

describe('simulating with distinct clients', () => {
  test('all clients are estimated from those that send IDs', async () => {
    const { lastOf } = await createStage(200);
    const { clientCount, reached } = await lastOf();
    isNear(clientCount, 200);
    isNear(reached, 400);
  });

  test('the fleet size of the publisher takes precedence', async () => {
    const { lastOf } = await createStage(200);
    assert.equal((await lastOf(5000)).reached, 5000);
  });

  test('without IDs, or if all clients send the same one, downloads are used', async () => {
    assert.deepEqual(await (await createStage(0)).lastOf(), { clientCount: undefined, reached: 900 });
    assert.deepEqual(await (await createStage(1)).lastOf(), { clientCount: 1, reached: 900 });
  });
});

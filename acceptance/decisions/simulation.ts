import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** Rollouts: the preview before the start. */
export const simulationSection = (world: World): void => {
  describe('Simulating a rollout', () => {
    test('returns the brake’s detection time and whether the allowance suffices; nothing changes', async () => {
      const app = await createPublisher(world, { allowanceBytes: 1000 });
      await app.publish({ version: '1.0.0' });
      const draft = await app.draft({ version: '2.0.0' });
      const steps = [{ percent: 1 }, { percent: 100, afterHours: 48 }];
      const plan = { steps, fleetSize: 10_000 };
      const simulated = await app.client.simulateRollout(app.slug, draft.id, plan);
      assert.equal(simulated.basis.fleetSize, 10_000);
      assert.deepEqual(
        simulated.brake.map(({ failing, outcomes }) => [failing, outcomes]),
        [
          [5, 190],
          [30, 18],
          [100, 5],
        ],
      );
      const [first = '', last = ''] = simulated.steps.map(({ startsAt }) => startsAt);
      assert.equal(Date.parse(last) - Date.parse(first), 48 * 3600 * 1000);
      // Without checks yesterday the needed bytes are unknown, not zero.
      assert.deepEqual(simulated.allowance, { leftBytes: 1000, neededBytes: null, fits: null });
      assertProblem(await app.call('GET', `/releases/${draft.id}/rollout`), 404, 'not-found');
    });

    test('is rejected like an invalid plan', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const simulate = (body: unknown) => app.call('POST', `/releases/${draft.id}/rollout/simulate`, body);
      assertProblem(await simulate({ steps: [{ percent: 1 }] }), 409, 'no-base');
      assertInvalid(await simulate({ steps: [{ percent: 0.15 }] }), 'steps/0/percent');
    });
  });
};

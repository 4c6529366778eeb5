import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RolloutPlan } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import { rollOut } from '../rolling.ts';
import type { World } from '../world.ts';

/** A generous timeout: a brake is evaluated every 15 seconds. */
const timeoutSeconds = 120;

/** An app whose 2.0.0 rolls out over 1.1.0, and a key that may only report. */
const roll = async (world: World, plan: Partial<RolloutPlan> = {}) => {
  const { app, id } = await rollOut(world, { steps: [{ percent: 50 }], ...plan });
  const { secret } = await world.admin().createKey(app.slug, { name: 'crashes', scopes: ['report'] });
  world.secrets.add(secret);
  const path = `/v1/apps/${app.slug}/releases/${id}/health`;
  const report = (body: object) => world.call({ method: 'POST', path, key: secret, body });
  return { app, id, report };
};

/** Health reports during a rollout, and the brake. */
export const healthSection = (world: World): void => {
  describe('Health', () => {
    test('five failures of five halt the rollout; a resume starts with no evidence', async () => {
      const { app, id, report } = await roll(world);
      assert.equal((await report({ good: 0, bad: 4, batch: 'one' })).status, 200);
      assert.equal((await report({ good: 0, bad: 4, batch: 'one' })).status, 200);
      const before = await app.client.getRollout(app.slug, id);
      assert.deepEqual(
        before.evidence.map(({ source, target, bad, good }) => [source, target, bad, good]),
        [['health', null, 4, 0]],
      );
      assert.ok((before.evidence[0]?.ratio ?? 1) < 1);
      assert.deepEqual(before.exposed, { downloads: 0, ofFleet: null });
      await report({ good: 0, bad: 1, batch: 'two' });
      let { rollout } = before;
      for (let waited = 0; rollout.state === 'rolling' && waited < timeoutSeconds; waited += 0.5) {
        await sleep(500);
        ({ rollout } = await app.client.getRollout(app.slug, id));
      }
      assert.deepEqual([rollout.state, rollout.stopped?.by, rollout.percent], ['paused', 'brake', 50]);
      assert.equal(
        (await app.check('stable/linux/x86_64/1.0.0', { 'slipway-check': 'manual' })).json().version,
        '1.1.0',
      );
      const { entries } = await app.client.listAudit(app.slug, { limit: 100 });
      const [halt] = entries.filter(({ action }) => action === 'rollout.halt');
      assert.deepEqual([halt?.actor, halt?.subject], ['service', id]);
      assert.deepEqual(halt?.detail, {
        ...{ version: '2.0.0', source: 'health', target: null, bad: 5, good: 0 },
        reason: 'health: 5 of 5 outcomes were bad',
      });
      await app.client.resumeRollout(app.slug, id);
      assert.deepEqual((await app.client.getRollout(app.slug, id)).evidence, []);
    });

    test('a bad verdict halts the rollout in the same request, once', async () => {
      const { app, id, report } = await roll(world);
      const answer = await report({ verdict: 'bad', reason: 'It does not start.' });
      assert.equal(answer.status, 200, answer.text);
      const { rollout } = answer.json<{
        rollout: { state: string; stopped: { by: string; reason: string } };
      }>();
      assert.deepEqual([rollout.state, rollout.stopped.by], ['paused', 'brake']);
      assert.equal((await report({ verdict: 'bad', reason: 'Still.' })).status, 200);
      assert.equal((await app.client.getRollout(app.slug, id)).rollout.stopped?.reason, 'It does not start.');
      const { entries } = await app.client.listAudit(app.slug, { limit: 100 });
      const halts = entries.filter(({ action }) => action === 'rollout.halt');
      assert.equal(halts.length, 1);
      assert.match(halts[0]?.actor ?? '', /^key_/);
    });

    test('a brake that is off does not halt the rollout', async () => {
      const { report } = await roll(world, { brakes: { health: 'off' } });
      const answer = await report({ verdict: 'bad', reason: 'It does not start.' });
      const { rollout, warnings } = answer.json<{
        rollout: { state: string };
        warnings: { code: string }[];
      }>();
      assert.deepEqual([rollout.state, warnings[0]?.code], ['rolling', 'brake-off']);
    });

    test('invalid reports are rejected, each with its field', async () => {
      const { app, id, report } = await roll(world);
      assertInvalid(await report({ good: 1 }), 'bad');
      assertInvalid(await report({ good: -1, bad: 0 }), 'good');
      assertInvalid(await report({ good: 0.5, bad: 0 }), 'good');
      assertInvalid(await report({ good: 1_000_001, bad: 0 }), 'good');
      assertInvalid(await report({ good: 1, bad: 0, batch: 'with space' }), 'batch');
      assertInvalid(await report({ good: 1, bad: 0, target: 'beos-x86_64' }), 'target');
      assertInvalid(await report({ verdict: 'good', reason: 'x' }), 'verdict');
      assertInvalid(await report({ verdict: 'bad' }), 'reason');
      assertInvalid(await report({ verdict: 'bad', reason: 'x', bad: 1 }), 'bad');
      await app.client.completeRollout(app.slug, id);
      assertProblem(await report({ good: 1, bad: 0 }), 409, 'rollout-over');
      const plain = await app.publish({ version: '3.0.0' });
      const path = `/releases/${plain.release.id}/health`;
      assertProblem(await app.call('POST', path, { good: 1, bad: 0 }), 404, 'not-found');
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Explanation, RolloutPlan } from '@slipway/api';
import { readFreshMetrics } from '../../lab/metric.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { rollOut } from '../rolling.ts';
import type { World } from '../world.ts';

const check = 'stable/linux/x86_64/1.0.0';
const ids = Array.from({ length: 200 }, (_, index) => `client-${index}`);

const offeredTo = async (app: Publisher, headers: Record<string, string> = {}, checkPath = check) => {
  const answer = await app.check(checkPath, headers);
  return answer.status === 204 ? undefined : String(answer.json().version);
};

/** The IDs that are offered a version. */
const inside = async (app: Publisher, version: string): Promise<string[]> => {
  const offers = await Promise.all(ids.map((id) => offeredTo(app, { 'slipway-client': id })));
  return ids.filter((_, index) => offers[index] === version);
};

const roll = (world: World, plan: Partial<RolloutPlan> = {}) =>
  rollOut(world, { steps: [{ percent: 20 }, { percent: 50 }], ...plan });

/** Rollouts: who is offered a staged release, and how a publisher controls it. */
export const rolloutsSection = (world: World): void => {
  describe('Rollouts', () => {
    test('admitted clients get the release, others the previous one, consistently', async () => {
      const { app } = await roll(world);
      const first = await inside(app, '2.0.0');
      assert.ok(first.length > 20 && first.length < 60, `${first.length} of 200 at 20 %`);
      assert.equal((await inside(app, '1.1.0')).length, ids.length - first.length);
      assert.deepEqual(await inside(app, '2.0.0'), first);
    });

    test('the client ID may be in the query or in electron-updater’s header', async () => {
      const { app } = await roll(world);
      const [member = ''] = await inside(app, '2.0.0');
      assert.equal(await offeredTo(app, {}, `${check}?client=${member}`), '2.0.0');
      assert.equal(await offeredTo(app, { 'x-user-staging-id': member }), '2.0.0');
      assert.equal(await offeredTo(app, { 'slipway-client': 'not an id' }), '1.1.0');
    });

    test('advancing only adds clients; the step at 100 % completes it, and responses are cacheable again', async () => {
      const { app, id } = await roll(world, { steps: [{ percent: 20 }, { percent: 50 }, { percent: 100 }] });
      const first = await inside(app, '2.0.0');
      const { rollout } = await app.client.advanceRollout(app.slug, id);
      assert.deepEqual([rollout.percent, rollout.steps.length], [50, 1]);
      const second = await inside(app, '2.0.0');
      assert.ok(first.every((one) => second.includes(one)) && second.length > first.length);
      const { rollout: last } = await app.client.advanceRollout(app.slug, id);
      assert.equal(last.state, 'done');
      const answer = await app.check(check);
      assert.equal(answer.json().version, '2.0.0');
      assert.equal(answer.headers['cache-control'], 'public, max-age=60, s-maxage=300');
    });

    test('during a rollout, checks are not cacheable; latest and history are', async () => {
      const { app, id } = await roll(world);
      for (const checkPath of [check, 'stable/linux/x86_64/3.0.0']) {
        const answer = await app.check(checkPath, { 'slipway-client': 'a' });
        assert.equal(answer.headers['cache-control'], 'private, no-cache');
      }
      const latest = await app.latest();
      assert.equal(latest.json().version, '1.1.0', 'a website hands out what is for everyone');
      assert.equal(latest.headers['cache-control'], 'public, max-age=60, s-maxage=300');
      const history = (await app.history()).json<{ releases: { version: string }[] }>();
      assert.deepEqual(
        history.releases.map(({ version }) => version),
        ['2.0.0', '1.1.0'],
      );
      await app.client.planRollout(app.slug, id, { steps: [{ percent: 20 }], newInstalls: true });
      assert.equal((await app.latest()).json().version, '2.0.0');
    });

    test('testers and manual checks are admitted; at 0 % only testers', async () => {
      const { app, id } = await roll(world, { steps: [{ percent: 0.1 }], cohorts: ['qa'] });
      assert.equal(await offeredTo(app, { 'slipway-cohort': 'qa' }), '2.0.0');
      assert.equal(await offeredTo(app, { 'slipway-cohort': 'other' }), '1.1.0');
      assert.equal(await offeredTo(app, { 'slipway-check': 'manual' }), '2.0.0');
      await app.client.advanceRollout(app.slug, id, { percent: 0 });
      assert.equal(await offeredTo(app, { 'slipway-check': 'manual' }), '1.1.0');
      assert.equal(await offeredTo(app, {}, `${check}?cohort=qa`), '2.0.0');
    });

    test('a pause stops all offers immediately and is idempotent; a resume admits the same clients', async () => {
      const { app, id } = await roll(world);
      const before = await inside(app, '2.0.0');
      const { rollout } = await app.client.pauseRollout(app.slug, id, { reason: 'It crashes.' });
      assert.deepEqual([rollout.state, rollout.stopped?.by], ['paused', 'publisher']);
      const { rollout: again } = await app.client.pauseRollout(app.slug, id, { reason: 'Still.' });
      assert.equal(again.stopped?.reason, 'It crashes.');
      assert.deepEqual(await inside(app, '2.0.0'), []);
      assert.equal(await offeredTo(app, { 'slipway-client': 'a' }, 'stable/linux/x86_64/2.0.0'), undefined);
      const refused = await app.call('POST', `/releases/${id}/rollout/advance`, {});
      assertProblem(refused, 409, 'rollout-paused');
      await app.client.resumeRollout(app.slug, id);
      assert.deepEqual(await inside(app, '2.0.0'), before);
    });

    test('completing offers the release to everyone; afterward pause and resume are rejected', async () => {
      const { app, id } = await roll(world);
      const { rollout } = await app.client.completeRollout(app.slug, id);
      assert.deepEqual([rollout.state, rollout.percent, rollout.steps], ['done', 100, []]);
      assert.equal((await app.client.completeRollout(app.slug, id)).rollout.state, 'done');
      assertProblem(
        await app.call('POST', `/releases/${id}/rollout/pause`, { reason: 'x' }),
        409,
        'rollout-over',
      );
      assertProblem(await app.call('POST', `/releases/${id}/rollout/resume`, {}), 409, 'rollout-over');
      assert.equal(await offeredTo(app), '2.0.0');
    });

    test('a published release can restart as a staged rollout; nobody is downgraded', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.1.0' });
      const { release } = await app.publish({ version: '2.0.0' });
      await app.client.planRollout(app.slug, release.id, { steps: [{ percent: 20 }] });
      const members = await inside(app, '2.0.0');
      assert.ok(members.length > 20 && members.length < 60);
      assert.equal(await offeredTo(app, { 'slipway-client': 'a' }, 'stable/linux/x86_64/2.0.0'), undefined);
    });

    test('a rollout never delays a newer release, whose own rollout starts with the same clients', async () => {
      const { app, id } = await roll(world);
      const members = await inside(app, '2.0.0');
      const draft = await app.draft({ version: '2.0.1' });
      await app.uploaded(await app.declare(draft));
      await app.client.planRollout(app.slug, draft.id, { steps: [{ percent: 20 }] });
      await app.client.publishRelease(app.slug, draft.id);
      assert.deepEqual(await inside(app, '2.0.1'), members);
      const { rollout } = await app.client.getRollout(app.slug, id);
      assert.deepEqual([rollout.state, rollout.stopped?.by], ['paused', 'superseded']);
      await app.publish({ version: '2.0.2' });
      assert.equal(await offeredTo(app), '2.0.2');
    });

    test('withdrawing pauses the rollout; clients of a withdrawn version are admitted to the next', async () => {
      const { app, id } = await roll(world);
      await app.client.withdrawRelease(app.slug, id, { reason: 'bad' });
      await app.client.restoreRelease(app.slug, id);
      const { rollout } = await app.client.getRollout(app.slug, id);
      assert.deepEqual([rollout.state, rollout.stopped?.by], ['paused', 'withdrawn']);
      await app.client.withdrawRelease(app.slug, id, { reason: 'bad' });
      const draft = await app.draft({ version: '2.0.1' });
      await app.uploaded(await app.declare(draft));
      await app.client.planRollout(app.slug, draft.id, { steps: [{ percent: 0 }] });
      await app.client.publishRelease(app.slug, draft.id);
      assert.equal(await offeredTo(app, {}, 'stable/linux/x86_64/2.0.0'), '2.0.1');
      assert.equal(await offeredTo(app, { 'slipway-client': 'a' }, 'stable/linux/x86_64/1.1.0'), undefined);
    });

    test('a rollout of the first release of a channel: 409 no-base', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const refused = await app.call('PUT', `/releases/${draft.id}/rollout`, { steps: [{ percent: 1 }] });
      assertProblem(refused, 409, 'no-base');
    });

    test('invalid plans are rejected, each with its field', async () => {
      const { app, id } = await roll(world);
      const plan = (body: unknown) => app.call('PUT', `/releases/${id}/rollout`, body);
      assertInvalid(await plan({ steps: [{ percent: 0.15 }] }), 'steps/0/percent');
      assertInvalid(await plan({ steps: [{ percent: 10 }, { percent: 10 }] }), 'steps/1/percent');
      assertInvalid(await plan({ steps: [] }), 'steps');
      assertInvalid(await plan({ steps: [{ percent: 1 }], brakes: { acceptable: 7 } }), 'brakes/bad');
      assertInvalid(await plan({ steps: [{ percent: 101 }] }), 'steps/0/percent');
      assertInvalid(await app.call('GET', '/rollouts?state=flying'), 'state');
      await app.client.withdrawRelease(app.slug, id, { reason: 'It crashes.' });
      assertProblem(await app.call('POST', `/releases/${id}/rollout/complete`), 409, 'not-published');
      const other = await app.publish({ version: '3.0.0' });
      assertProblem(await app.call('GET', `/releases/${other.release.id}/rollout`), 404, 'not-found');
    });

    test('explain has a client’s admission, and lists have the active rollouts', async () => {
      const { app, id } = await roll(world);
      const [member = ''] = await inside(app, '2.0.0');
      const query = 'target=linux&arch=x86_64&currentVersion=1.0.0';
      const explain = async (more: string) =>
        (await app.call('GET', `/explain?${query}&${more}`)).json<Explanation>();
      const found = await explain(`client=${member}`);
      assert.equal(found.release?.version, '2.0.0');
      assert.deepEqual([found.client?.by, found.rollout?.admittedBy], ['id', 'id']);
      const none = await explain('manual=');
      assert.deepEqual([none.client, none.rollout?.admittedBy], [{ by: 'none', position: null }, 'manual']);
      const outside = await explain('');
      assert.equal(outside.release?.version, '1.1.0');
      assert.deepEqual(
        outside.considered.map(({ version, verdict }) => [version, verdict]),
        [
          ['2.0.0', 'rollout-no-id'],
          ['1.1.0', 'offered'],
        ],
      );
      const { rollouts } = await app.client.listRollouts(app.slug, { state: 'rolling' });
      assert.deepEqual(
        rollouts.map(({ releaseId, version }) => [releaseId, version]),
        [[id, '2.0.0']],
      );
      const { release } = await app.client.getRelease(app.slug, id);
      assert.deepEqual(release.rollout, { state: 'rolling', percent: 20 });
    });

    test('metrics count admissions and rejections by reason', async () => {
      const { app } = await roll(world, { cohorts: ['metered'] });
      await offeredTo(app, { 'slipway-cohort': 'metered' });
      await offeredTo(app);
      // Each node counts for itself, so it is asked by its own port: the load balancer serves other tests, too.
      let text = '';
      for (const port of world.deployed().nodes)
        text += await readFreshMetrics(
          async () => (await world.send({ url: `http://localhost:${port}/metrics` })).text,
        );
      for (const by of ['cohort', 'no-id'])
        assert.match(text, new RegExp(`slipway_rollout_admissions_total\\{by="${by}"\\} [1-9]`));
    });

    test('every change of a rollout is in the audit log', async () => {
      const { app, id } = await roll(world);
      await app.client.pauseRollout(app.slug, id, { reason: 'It crashes.' });
      await app.client.resumeRollout(app.slug, id);
      await app.client.completeRollout(app.slug, id);
      const { entries } = await app.client.listAudit(app.slug, { limit: 100 });
      const actions = entries.filter(({ subject }) => subject === id).map(({ action }) => action);
      for (const action of ['plan', 'start', 'pause', 'resume', 'complete'])
        assert.ok(actions.includes(`rollout.${action}`), action);
    });
  });
};

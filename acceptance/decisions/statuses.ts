import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { apiRoutes, callRoute, pathOf, type Values } from '../routes.ts';
import { lazily, randomClientIp, type World } from '../world.ts';

const hundredMegabytes = String(100 * 2 ** 20);

/** Decisions, "Statuses, one rule for every endpoint": each status on each call that can give it. */
export const statusesSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    const { release } = await app.publish();
    const values: Values = { app: app.slug, id: release.id, target: 'linux-x86_64', name: 'stable' };
    return { app, values };
  });

  /** Sends a raw body with the admin key. */
  const post = async (
    route: (typeof apiRoutes)[number],
    sent: { body: string; headers: Record<string, string>; unfinished?: boolean },
  ) => {
    const { values } = await shared();
    return world.send({
      url: `${world.deployed().baseUrl}${pathOf(route, values)}`,
      method: route.method,
      ...sent,
      headers: { authorization: `Bearer ${world.deployed().adminKey}`, ...sent.headers },
    });
  };

  describe('Statuses', () => {
    for (const route of apiRoutes) {
      const name = `${route.method} ${route.template.replace(/\?.*/, '')}`;

      test(`${name}: 401 without a key`, async () => {
        const { values } = await shared();
        const answer = await callRoute(world, route, { values, from: randomClientIp() });
        assertProblem(answer, 401, 'unauthorized');
        assert.equal(answer.headers['www-authenticate'], 'Bearer');
      });

      test(`${name}: 404 on the host of an app, with the admin key too`, async () => {
        const { app, values } = await shared();
        const answer = await world.send({
          url: `${app.publicUrl}${pathOf(route, values)}`,
          method: route.method,
          headers: {
            authorization: `Bearer ${world.deployed().adminKey}`,
            ...(route.body ? { 'content-type': 'application/json' } : {}),
          },
          ...(route.body ? { body: JSON.stringify(route.body(values)) } : {}),
        });
        assertProblem(answer, 404, 'not-found');
      });

      if (route.method === 'POST' && route.body === undefined) {
        test(`${name}: 400 for an unexpected body`, async () => {
          for (const body of ['{"name":"x"}', '[]', 'null', '{'])
            assertProblem(await post(route, { body, headers: { 'content-type': 'application/json' } }), 400);
        });

        test(`${name}: 413 for a body that is too large, before it was sent`, async () => {
          const headers = { 'content-length': hundredMegabytes };
          const answer = await post(route, { body: '{"a":"', headers, unfinished: true });
          assertProblem(answer, 413, 'body-too-large');
        });
      }

      if (route.body === undefined) continue;

      test(`${name}: 400 for invalid JSON`, async () => {
        const answer = await post(route, { body: '{', headers: { 'content-type': 'application/json' } });
        assertProblem(answer, 400, 'bad-json');
      });

      test(`${name}: 400 that names the fields for a body of the wrong shape`, async () => {
        const body = JSON.stringify({
          name: 5,
          adapter: 5,
          slug: 5,
          domain: 5,
          version: 5,
          notes: 5,
          reason: 5,
        });
        const answer = await post(route, { body, headers: { 'content-type': 'application/json' } });
        assert.ok((assertProblem(answer, 400, 'invalid-fields').errors?.length ?? 0) > 0, answer.text);
      });

      test(`${name}: 413 for a body that is too large, before it was sent`, async () => {
        const headers = { 'content-type': 'application/json', 'content-length': hundredMegabytes };
        const answer = await post(route, { body: '{"a":"', headers, unfinished: true });
        assertProblem(answer, 413, 'body-too-large');
      });

      test(`${name}: 415 for a content type other than JSON`, async () => {
        const body = JSON.stringify(route.body?.({}));
        assertProblem(
          await post(route, { body, headers: { 'content-type': 'text/plain' } }),
          415,
          'not-json',
        );
      });
    }

    for (const path of ['/nowhere', '/v1', '/v1/nowhere', '/v1/apps/x/nowhere', '/%zz', '/v1/apps/%']) {
      test(`GET ${path}: a well-formed problem`, async () => {
        const answer = await world.call({ path, key: world.deployed().adminKey });
        assert.ok([400, 404].includes(answer.status), `${answer.status}`);
      });
    }

    test('200 and 201 have the object in the body; 204 after a deletion has no body', async () => {
      const app = await createPublisher(world);
      const read = await app.call('GET', '');
      assert.deepEqual([read.status, Object.keys(read.json())], [200, ['app']]);
      const made = await app.call('POST', '/channels', { name: 'beta' });
      assert.deepEqual([made.status, Object.keys(made.json())], [201, ['channel']]);
      const changed = await app.call('PATCH', '/channels/beta', { active: false });
      assert.deepEqual([changed.status, Object.keys(changed.json())], [200, ['channel']]);
      const { id } = await app.draft();
      const deleted = await app.call('DELETE', `/releases/${id}`);
      assert.deepEqual([deleted.status, deleted.text], [204, '']);
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Scope, scopes } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { apiRoutes, appRoutes, callRoute, type Values } from '../routes.ts';
import { lazily, unique, type World } from '../world.ts';

/** Decisions, "Identity and scopes": every management route × every scope, and foreign apps. */
export const scopesSection = (world: World): void => {
  const keyOf = async (slug: string, granted: Scope[]) => {
    const { secret } = await world.admin().createKey(slug, { name: granted.join('+'), scopes: granted });
    world.secrets.add(secret);
    return secret;
  };

  /** An app with an object for every path, and one key per scope. */
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    const { release } = await app.publish();
    const domain = `${unique('scoped')}.example.com`;
    await world.admin().createDomain(app.slug, { domain });
    await app.client.createChannel(app.slug, { name: 'only-here' });
    const keys = new Map<Scope, string>();
    for (const scope of scopes) keys.set(scope, await keyOf(app.slug, [scope]));
    const values = { app: app.slug, id: release.id, target: 'linux-x86_64', name: 'only-here', domain };
    const { keys: listed } = await app.client.listKeys(app.slug);
    return { app, keys, values, keyId: listed[0]?.id ?? '' };
  });

  describe('Scopes', () => {
    for (const route of apiRoutes) {
      const { method, template, scope: needed, alsoScope, status } = route;
      const name = `${method} ${template.replace(/\?.*/, '')}`;

      if (needed !== 'admin' && needed !== 'any key') {
        test(`${name}: covered by ${needed} alone`, async () => {
          const app = await createPublisher(world);
          const values: Values = { app: app.slug, ...(await route.prepare?.(app, world)) };
          const key = await keyOf(app.slug, [needed, ...(route.besides ?? [])]);
          const answer = await callRoute(world, route, { values, key });
          assert.equal(answer.status, status, answer.text);
        });
      }

      test(`${name}: open to the admin key`, async () => {
        const app = await createPublisher(world);
        const values: Values = { app: app.slug, ...(await route.prepare?.(app, world)) };
        const answer = await callRoute(world, route, { values, key: world.deployed().adminKey });
        assert.equal(answer.status, status, answer.text);
      });

      const isCovered = (scope: Scope) => scope === needed || scope === alsoScope || needed === 'any key';
      for (const scope of scopes.filter((one) => !isCovered(one))) {
        test(`${name}: not covered by ${scope}, 403`, async () => {
          const { keys, values, keyId } = await shared();
          const id = template.includes('/keys/') ? keyId : values.id;
          const answer = await callRoute(world, route, {
            values: { ...values, id },
            key: keys.get(scope) ?? '',
          });
          assertProblem(answer, 403, 'scope-missing');
        });
      }
    }

    test('PATCH /v1/apps/{app}: only the admin key changes the allowance, alone or with a name', async () => {
      const { keys, values, app } = await shared();
      const path = `/v1/apps/${values.app}`;
      const key = keys.get('manage') ?? '';
      for (const body of [
        { allowanceBytes: 5 },
        { allowanceBytes: null },
        { name: 'x', allowanceBytes: 5 },
      ]) {
        assertProblem(await world.call({ method: 'PATCH', path, key, body }), 403, 'scope-missing');
      }
      assert.equal((await app.client.getApp(app.slug)).app.allowanceBytes, null);
    });

    test('a manage key grants only scopes that it has', async () => {
      const app = await createPublisher(world);
      const key = await keyOf(app.slug, ['manage', 'read']);
      const grant = (granted?: Scope[]) =>
        world.call({
          method: 'POST',
          path: `/v1/apps/${app.slug}/keys`,
          key,
          body: { name: 'granted', ...(granted === undefined ? {} : { scopes: granted }) },
        });
      assert.equal((await grant(['read'])).status, 201);
      assert.equal((await grant(['manage', 'read'])).status, 201);
      for (const scope of ['publish', 'withdraw', 'prune'] as const) {
        assertProblem(await grant([scope]), 403, 'scope-missing');
        assertProblem(await grant(['read', scope]), 403, 'scope-missing');
      }
      assertProblem(await grant(), 403, 'scope-missing');
    });
  });

  describe('Apps of others', () => {
    const otherPublisher = lazily(() => createPublisher(world));
    for (const route of appRoutes) {
      const name = `${route.method} ${route.template.replace(/\?.*/, '')}`;
      test(`${name}: another app gets the same response as an unknown app`, async () => {
        const { values, keyId } = await shared();
        const { key } = await otherPublisher();
        const id = route.template.includes('/keys/') ? keyId : values.id;
        const foreign = await callRoute(world, route, { values: { ...values, id }, key });
        const unknown = await callRoute(world, route, {
          values: { ...values, id, app: unique('nobody') },
          key,
        });
        assertProblem(foreign, 404, 'not-found');
        assertProblem(unknown, 404, 'not-found');
        assert.equal(foreign.text, unknown.text);
      });

      test(`${name}: an unknown app is 404 to the admin key too`, async () => {
        const key = world.deployed().adminKey;
        const answer = await callRoute(world, route, { values: { app: unique('nobody') }, key });
        assertProblem(answer, 404, 'not-found');
      });

      if (!/\{(id|name|domain|target)\}/.test(route.template)) continue;
      test(`${name}: objects of another app are 404 below one's own`, async () => {
        const { values, keyId } = await shared();
        const { slug, key } = await otherPublisher();
        const admin = route.scope === 'admin';
        const id = route.template.includes('/keys/') ? keyId : values.id;
        const asker = admin ? world.deployed().adminKey : key;
        const foreign = await callRoute(world, route, { values: { ...values, id, app: slug }, key: asker });
        const unknown = await callRoute(world, route, { values: { app: slug }, key: asker });
        assertProblem(foreign, 404, 'not-found');
        assert.equal(foreign.text, unknown.text);
      });
    }
  });
};

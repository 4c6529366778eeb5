import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { App } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

/** Decisions, "Management API": apps and channels, call by call. */
export const appsSection = (world: World): void => {
  const asAdmin = (method: string, path: string, body?: unknown) =>
    world.call({ method, path, key: world.deployed().adminKey, body });
  const appOf = (answer: { json<T>(): T }) => answer.json<{ app: App }>().app;

  describe('Apps', () => {
    test('POST: 201 with the app; adapter tauri, no allowance and the channel stable by default', async () => {
      const slug = unique('app');
      const answer = await asAdmin('POST', '/v1/apps', { slug });
      assert.equal(answer.status, 201);
      assert.deepEqual(Object.keys(answer.json()), ['app']);
      const { adapter, allowanceBytes, publicSlug, publicUrl } = appOf(answer);
      assert.deepEqual(
        { adapter, allowanceBytes, publicSlug, publicUrl },
        {
          adapter: 'tauri',
          allowanceBytes: null,
          publicSlug: slug,
          publicUrl: world.deployed().publicUrl(slug),
        },
      );
      const { channels } = await world.admin().listChannels(slug);
      assert.deepEqual(
        channels.map(({ name }) => name),
        ['stable'],
      );
    });

    test('POST: stores every field', async () => {
      const input = { slug: unique('app'), publicSlug: unique('public'), name: 'Ünï 🚢', adapter: 'rest' };
      const made = appOf(await asAdmin('POST', '/v1/apps', { ...input, allowanceBytes: 1000 }));
      const read = appOf(await asAdmin('GET', `/v1/apps/${input.slug}`));
      assert.deepEqual(read, made);
      const { slug, publicSlug, name, adapter, allowanceBytes } = made;
      assert.deepEqual(
        { slug, publicSlug, name, adapter, allowanceBytes },
        { ...input, allowanceBytes: 1000 },
      );
    });

    test('POST: an unknown adapter is 400', async () => {
      const slug = unique('app');
      assertProblem(await asAdmin('POST', '/v1/apps', { slug, adapter: 'sparkle' }), 400, 'unknown-adapter');
      assertProblem(await asAdmin('GET', `/v1/apps/${slug}`), 404, 'not-found');
    });

    test('POST: the error for a wrong type names the expected type', async () => {
      const refused = await asAdmin('POST', '/v1/apps', { slug: unique('app'), name: 5 });
      assertInvalid(refused, 'name');
      assert.match(refused.text, /name must be text\./);
    });

    for (const allowanceBytes of [-1, 1.5, '5', true, {}]) {
      test(`POST and PATCH: an allowance of ${JSON.stringify(allowanceBytes)} is 400`, async () => {
        assertInvalid(
          await asAdmin('POST', '/v1/apps', { slug: unique('app'), allowanceBytes }),
          'allowanceBytes',
        );
        const { slug } = await shared();
        assertInvalid(await asAdmin('PATCH', `/v1/apps/${slug}`, { allowanceBytes }), 'allowanceBytes');
      });
    }
    const shared = lazily(() => createPublisher(world));

    test('GET /v1/apps lists every app, page by page, each once', async () => {
      const slugs = [await createPublisher(world), await createPublisher(world)].map(({ slug }) => slug);
      const listedSlugs: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await world.admin().listApps({ limit: 100, ...(cursor ? { cursor } : {}) });
        listedSlugs.push(...page.apps.map(({ slug }) => slug));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      assert.equal(new Set(listedSlugs).size, listedSlugs.length);
      for (const slug of slugs) assert.ok(listedSlugs.includes(slug));
    });

    test('GET /v1/apps: a limit that is not a number is 400', async () => {
      assertProblem(await asAdmin('GET', '/v1/apps?limit=many'), 400);
    });

    test('PATCH: name, adapter and allowance, each alone and null for unlimited', async () => {
      const { slug } = await createPublisher(world);
      const change = async (body: object) => appOf(await asAdmin('PATCH', `/v1/apps/${slug}`, body));
      assert.equal((await change({ name: 'Renamed' })).name, 'Renamed');
      assert.equal((await change({ adapter: 'tauri' })).adapter, 'tauri');
      assert.equal((await change({ allowanceBytes: 5 })).allowanceBytes, 5);
      const last = await change({ allowanceBytes: null });
      assert.deepEqual([last.name, last.adapter, last.allowanceBytes], ['Renamed', 'tauri', null]);
      await change({ adapter: 'rest' });
      const unset = await change({ name: null, adapter: null });
      assert.deepEqual([unset.name, unset.adapter], [unset.slug, 'tauri'], 'null brings the default back');
    });

    test('PATCH: an unknown adapter is 400 and changes nothing', async () => {
      const { slug, app } = await createPublisher(world);
      const answer = await asAdmin('PATCH', `/v1/apps/${slug}`, { adapter: 'sparkle', name: 'x' });
      assertProblem(answer, 400, 'unknown-adapter');
      assert.deepEqual(appOf(await asAdmin('GET', `/v1/apps/${slug}`)), app);
    });

    test('DELETE: 204 while nothing is published, even with drafts; afterward 404 everywhere', async () => {
      const app = await createPublisher(world);
      await app.uploaded(await app.declare(await app.draft()));
      const answer = await asAdmin('DELETE', `/v1/apps/${app.slug}`);
      assert.deepEqual([answer.status, answer.text], [204, '']);
      assertProblem(await asAdmin('GET', `/v1/apps/${app.slug}`), 404, 'not-found');
      assertProblem(await app.latest(), 404, 'not-found');
    });

    test('DELETE: 409 once a release was published, even if it is pruned and withdrawn', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish();
      const remove = () => asAdmin('DELETE', `/v1/apps/${app.slug}`);
      assertProblem(await remove(), 409, 'app-has-releases');
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'gone' });
      assertProblem(await remove(), 409, 'app-has-releases');
      assert.equal((await asAdmin('GET', `/v1/apps/${app.slug}`)).status, 200);
    });
  });

  describe('Channels', () => {
    test('POST: 201 with the channel, active; listed', async () => {
      const app = await createPublisher(world);
      const answer = await app.call('POST', '/channels', { name: 'beta' });
      assert.equal(answer.status, 201);
      const { channel } = answer.json<{ channel: { name: string; active: boolean } }>();
      assert.deepEqual([channel.name, channel.active], ['beta', true]);
      const listed = (await app.call('GET', '/channels')).json<{ channels: { name: string }[] }>();
      assert.deepEqual(Object.keys(listed), ['channels']);
      assert.deepEqual(listed.channels.map(({ name }) => name).sort(), ['beta', 'stable']);
    });

    test('PATCH: active accepts only a boolean', async () => {
      const app = await createPublisher(world);
      const answer = await app.call('PATCH', '/channels/stable', { active: false });
      assert.equal(answer.status, 200);
      assert.equal(answer.json<{ channel: { active: boolean } }>().channel.active, false);
      const empty = await app.call('PATCH', '/channels/stable', {});
      assertProblem(empty, 400, 'invalid-fields');
      assert.match(empty.text, /The body must have at least one field\./);
      for (const active of ['false', 0, null]) {
        const refused = await app.call('PATCH', '/channels/stable', { active });
        assertInvalid(refused, 'active');
        assert.match(refused.text, /active must be true or false\./);
      }
      assertProblem(await app.call('PATCH', '/channels/beta', { active: true }), 404, 'not-found');
    });

    test('an inactive channel: latest, history and checks still respond', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const before = [(await app.latest()).text, (await app.history()).text];
      await app.client.changeChannel(app.slug, 'stable', { active: false });
      assert.deepEqual([(await app.latest()).text, (await app.history()).text], before);
      assert.equal((await app.check('stable/linux/x86_64/0.1')).status, 200);
    });
  });
};

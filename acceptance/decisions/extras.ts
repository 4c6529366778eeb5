import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** Decisions, part two: extra fields in an app's check responses, and their caching. */
export const extrasSection = (world: World): void => {
  const check = (app: Publisher, version: string) => app.check(`stable/linux/x86_64/${version}`);
  const change = (app: Publisher, body: object) => app.client.changeApp(app.slug, body);

  describe('Extras and the caching of checks', () => {
    test('an app has both settings, and null restores the defaults', async () => {
      const app = await createPublisher(world);
      assert.deepEqual([app.app.extras, app.app.checkCaching], [false, 'public']);
      const set = (await change(app, { extras: true, checkCaching: 'private' })).app;
      assert.deepEqual([set.extras, set.checkCaching], [true, 'private']);
      assert.deepEqual((await app.client.getApp(app.slug)).app.checkCaching, 'private');
      const unset = (await change(app, { extras: null, checkCaching: null })).app;
      assert.deepEqual([unset.extras, unset.checkCaching], [false, 'public']);
      assertProblem(await app.call('PATCH', '', { checkCaching: 'never' }), 400, 'invalid-fields');
      assertProblem(await app.call('PATCH', '', { extras: 'yes' }), 400, 'invalid-fields');
    });

    for (const adapter of ['tauri', 'rest'] as const) {
      test(`${adapter}: clients older than a critical release get a critical flag, if the app enables extras`, async () => {
        const app = await createPublisher(world, { adapter });
        await app.publish({ version: '1.0.0' });
        const { release } = await app.publish({ version: '1.1.0' });
        await app.publish({ version: '1.2.0' });
        const before = (await check(app, '1.0.0')).text;
        await app.client.changeRelease(app.slug, release.id, { critical: true });
        assert.equal((await check(app, '1.0.0')).text, before, 'the specification’s body, to the byte');
        await change(app, { extras: true });
        const extrasFor = async (version: string) => {
          const { slipway, ...body } = (await check(app, version)).json<Record<string, unknown>>();
          assert.equal(JSON.stringify(body), before);
          return slipway;
        };
        assert.deepEqual(await extrasFor('1.0.0'), { critical: true, minimumVersion: '1.1.0' });
        assert.deepEqual(await extrasFor('1.1.0'), { critical: false, minimumVersion: '1.1.0' });
        await app.client.withdrawRelease(app.slug, release.id, { reason: 'Bad.' });
        assert.deepEqual(await extrasFor('1.0.0'), { critical: false, minimumVersion: null });
      });
    }

    test('with private checkCaching, no check response is cacheable, including 204', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const caching = async (version: string) => {
        const { status, headers } = await check(app, version);
        assert.ok(status === 204 || headers.etag !== undefined);
        return headers['cache-control'];
      };
      assert.match((await caching('0.9.0')) ?? '', /^public/);
      await change(app, { checkCaching: 'private' });
      for (const version of ['0.9.0', '1.0.0']) assert.equal(await caching(version), 'private, no-cache');
      assert.match((await app.latest()).headers['cache-control'] ?? '', /^public/);
      await change(app, { checkCaching: 'public' });
      assert.match((await caching('0.9.0')) ?? '', /^public/);
    });
  });
};

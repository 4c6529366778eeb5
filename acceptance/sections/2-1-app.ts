import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { unique, type World } from '../world.ts';

/** Spec 2.1: app addresses, and the one adapter. */
export const appSection = (world: World): void => {
  describe('2.1 App', () => {
    test('the app slug names it in publishing paths, the public slug does not', async () => {
      const app = await createPublisher(world, { publicSlug: unique('public') });
      assert.equal((await app.client.getApp(app.slug)).app.publicSlug, app.publicSlug);
      assertProblem(await world.call({ path: `/v1/apps/${app.publicSlug}`, key: app.key }), 404, 'not-found');
    });

    test('the public slug names it in the hostname and in public paths, the app slug does not', async () => {
      const app = await createPublisher(world, { publicSlug: unique('public') });
      assert.equal((await app.latest()).status, 200);
      assertProblem(await app.read(`/releases/v1/apps/${app.slug}/latest`), 404, 'not-found');
      const url = `${world.deployed().publicUrl(app.slug)}/releases/v1/apps/${app.publicSlug}/latest`;
      assertProblem(await world.send({ url }), 404, 'not-found');
    });

    test('it may also be reached through a custom domain', async () => {
      const app = await createPublisher(world);
      const domain = `${unique('updates')}.example.com`;
      await world.admin().createDomain(app.slug, { domain });
      const { release } = await app.publish({ version: '2.0.0' });
      const answer = await world.send({
        url: `${app.publicUrl}/releases/stable/linux/x86_64/1.0.0`,
        headers: { host: domain },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.json().version, release.version);
    });

    test('it has exactly one stored adapter, which selects the body of the update check', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      await app.publish({ version: '2.0.0' });
      const members = async () =>
        Object.keys((await app.check('stable/linux/x86_64/1.0.0')).json<Record<string, unknown>>());
      assert.deepEqual(await members(), ['version', 'notes', 'pub_date', 'url', 'signature']);
      await app.client.changeApp(app.slug, { adapter: 'rest' });
      assert.deepEqual(await members(), [
        'version',
        'notes',
        'pub_date',
        'url',
        'size',
        'sha256',
        'signature',
      ]);
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** Spec 9: which paths carry a version segment. */
export const versioningSection = (world: World): void => {
  describe('9 Versioning', () => {
    test('publishing paths carry /v1', async () => {
      const app = await createPublisher(world);
      const path = (version: string) => ({ path: `${version}/apps/${app.slug}`, key: app.key });
      assert.equal((await world.call(path('/v1'))).status, 200);
      assertProblem(await world.call(path('')), 404, 'not-found');
      assertProblem(await world.call(path('/v2')), 404, 'not-found');
    });

    test('public metadata paths carry /v1', async () => {
      const app = await createPublisher(world);
      for (const end of ['latest', 'releases']) {
        assert.equal((await app.read(`/releases/v1/apps/${app.publicSlug}/${end}`)).status, 200);
        assert.notEqual((await app.read(`/releases/apps/${app.publicSlug}/${end}`)).status, 200);
      }
    });

    test('the update-check and download paths have no version, so no channel may be named v1 or download', async () => {
      const app = await createPublisher(world);
      for (const name of ['v1', 'download']) {
        assertInvalid(await app.call('POST', '/channels', { name }), 'name');
      }
      const { release } = await app.publish({ version: '1.0.0' });
      assert.equal((await app.check('stable/linux/x86_64/0.1')).status, 200);
      assert.equal((await app.download(release.id)).status, 200);
      assertProblem(await app.read('/v1/releases/stable/linux/x86_64/0.1'), 404, 'not-found');
      assertProblem(await app.read(`/v1/releases/download/${release.id}/linux-x86_64`), 404, 'not-found');
    });
  });
};

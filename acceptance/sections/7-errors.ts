import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, declarationOf } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

/** Spec 7: its table row by row, and the sentence below it. */
export const errorsSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    return { ...app, published: await app.publish({ version: '1.0.0' }, [{}, { target: 'pruned-x86_64' }]) };
  });

  describe('7 Errors', () => {
    test('update check 204: no published release, or client up to date', async () => {
      const app = await shared();
      assert.equal((await app.check('beta/linux/x86_64/0.1')).status, 204);
      assert.equal((await app.check('stable/linux/x86_64/1.0.0')).status, 204);
    });

    test('update check 404: app or custom domain unresolved', async () => {
      for (const host of [`${unique('nobody')}.localhost`, `${unique('nobody')}.example.org`]) {
        const url = `${world.deployed().baseUrl}/releases/stable/linux/x86_64/1.0.0`;
        assertProblem(await world.send({ url, headers: { host } }), 404, 'not-found');
      }
    });

    test('update check 501: stored adapter not registered, with a release to offer too', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      await world.deployed().storeAdapter(app.slug, 'velopack');
      await app.client.changeApp(app.slug, { name: 'Of another time' });
      assertProblem(await app.check('stable/linux/x86_64/0.1'), 501, 'adapter-not-registered');
      assertProblem(await app.check('stable/linux/x86_64/1.0.0'), 501, 'adapter-not-registered');
      assert.equal((await app.latest()).json().version, '1.0.0', 'which no adapter renders');
      const query = 'channel=stable&target=linux&arch=x86_64&currentVersion=0.1';
      assertProblem(await app.call('GET', `/explain?${query}`), 501, 'adapter-not-registered');
    });

    test('download 402: allowance exhausted', async () => {
      const app = await createPublisher(world, { allowanceBytes: 0 });
      const { release } = await app.publish();
      assertProblem(await app.download(release.id), 402, 'allowance-exhausted');
    });

    test('download 404: unknown artifact', async () => {
      const app = await shared();
      assertProblem(await app.download(app.published.release.id, 'no-such'), 404, 'not-found');
    });

    test('download 410: artifact pruned', async () => {
      const app = await shared();
      await app.client.pruneArtifact(app.slug, app.published.release.id, 'pruned-x86_64');
      const answer = await app.download(app.published.release.id, 'pruned-x86_64');
      assertProblem(answer, 410, 'artifact-pruned');
    });

    test('the field constraints of 2.3 and 2.4 are errors when violated', async () => {
      const app = await shared();
      assertInvalid(await app.call('POST', '/releases', { version: '' }), 'version');
      const body = { ...declarationOf('1.0.0'), sha256: 'short' };
      assertInvalid(await app.call('POST', '/artifacts/presign', body), 'sha256');
    });

    test("the artifact's channel and version must match an existing draft", async () => {
      const app = await createPublisher(world);
      await app.draft({ version: '1.0.0' });
      const declare = (body: object) => app.call('POST', '/artifacts/presign', body);
      assertProblem(await declare(declarationOf('1.0.1')), 409, 'draft-missing');
      assertProblem(await declare(declarationOf('1.0.0', { channel: 'beta' })), 409);
    });

    test('the channel must exist and be active', async () => {
      const app = await createPublisher(world);
      await app.client.changeChannel(app.slug, 'stable', { active: false });
      assertProblem(await app.call('POST', '/releases', { version: '1' }), 409, 'channel-inactive');
      const beta = { version: '1', channel: 'beta' };
      assertProblem(await app.call('POST', '/releases', beta), 409, 'channel-missing');
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { History } from '@slipway/api';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const offered = async (app: Publisher, target = 'linux/x86_64') => {
  const answer = await app.check(`stable/${target}/0.0.1`);
  return answer.status === 204 ? undefined : answer.json().version;
};
const latest = async (app: Publisher) => (await app.latest()).json().version;
const listed = async (app: Publisher) =>
  (await app.history()).json<History>().releases.map(({ version }) => version);

/** Decisions, "Rules": the latest release, and the effects of withdraw, restore and prune. */
export const latestOrderSection = (world: World): void => {
  describe('Latest', () => {
    test('is what was published last, whatever its version or date', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '2.0.0', pubDate: '2099-01-01' });
      await app.publish({ version: '1.0.0', pubDate: '1999-01-01' });
      assert.equal(await latest(app), '1.0.0');
      assert.equal(await offered(app), '1.0.0');
      assert.deepEqual(await listed(app), ['1.0.0', '2.0.0']);
      assert.equal((await app.check('stable/linux/x86_64/1.5.0')).status, 204, 'never a downgrade');
    });

    test('the check takes the latest that has an active artifact for the target', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}, { target: 'darwin-aarch64' }]);
      await app.publish({ version: '2.0.0' });
      await app.publish({ version: '3.0.0' }, []);
      assert.equal(await latest(app), '3.0.0');
      assert.equal(await offered(app), '2.0.0');
      assert.equal(await offered(app, 'darwin/aarch64'), '1.0.0');
      assert.equal(await offered(app, 'windows/x86_64'), undefined);
    });

    test('an installed version is never offered an older one because a target lags behind', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}, { target: 'darwin-aarch64' }]);
      await app.publish({ version: '2.0.0' });
      assert.equal((await app.check('stable/darwin/aarch64/1.0.0')).status, 204);
      assert.equal((await app.check('stable/darwin/aarch64/1.5.0')).status, 204);
    });

    test('a withdrawn release is not offered, listed or latest; the one before is', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const { release } = await app.publish({ version: '2.0.0' });
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.deepEqual(
        [await latest(app), await offered(app), await listed(app)],
        ['1.0.0', '1.0.0', ['1.0.0']],
      );
    });

    test('restore keeps its place: latest again, or still behind what was published since', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const { release } = await app.publish({ version: '2.0.0' });
      const withdraw = () => app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      const restore = () => app.client.restoreRelease(app.slug, release.id);
      await withdraw();
      await restore();
      assert.deepEqual([await latest(app), await listed(app)], ['2.0.0', ['2.0.0', '1.0.0']]);
      await withdraw();
      await app.publish({ version: '3.0.0' });
      await restore();
      assert.deepEqual([await latest(app), await listed(app)], ['3.0.0', ['3.0.0', '2.0.0', '1.0.0']]);
    });

    test('everything withdrawn: nothing to offer', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.equal((await app.latest()).text, `{"app":"${app.publicSlug}","release":null}`);
      assert.equal(await offered(app), undefined);
      assert.deepEqual(await listed(app), []);
    });

    test('a pruned artifact is not offered: the one before is, and the release stays listed', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const { release } = await app.publish({ version: '2.0.0' });
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      assert.equal(await offered(app), '1.0.0');
      assert.equal(await latest(app), '2.0.0');
      assert.deepEqual(await listed(app), ['2.0.0', '1.0.0']);
      assert.equal((await app.download(release.id)).status, 410);
    });

    test('a pruned artifact stays gone when its release is withdrawn and restored', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.equal((await app.download(release.id)).status, 410);
      await app.client.restoreRelease(app.slug, release.id);
      assert.equal((await app.download(release.id)).status, 410);
      assert.equal(await offered(app), undefined);
    });

    test('channels do not see each other', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      await app.publish({ version: '1.0.0' });
      await app.publish({ version: '9.0.0', channel: 'beta' });
      assert.equal(await latest(app), '1.0.0');
      assert.equal((await app.check('beta/linux/x86_64/1.0.0')).json().version, '9.0.0');
    });

    test('two artifacts with the same bytes are two: pruning one leaves the other', async () => {
      const app = await createPublisher(world);
      const bytes = Buffer.from('the same bytes for everyone');
      const { release } = await app.publish({}, [{ bytes }, { bytes, target: 'darwin-aarch64' }]);
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      assert.deepEqual((await app.download(release.id, 'darwin-aarch64')).body, bytes);
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** Spec 2.2: channels. */
export const channelSection = (world: World): void => {
  describe('2.2 Channel', () => {
    test('a new app has the one channel stable, active', async () => {
      const app = await createPublisher(world);
      const { channels } = await app.client.listChannels(app.slug);
      assert.deepEqual(
        channels.map(({ name, active }) => ({ name, active })),
        [{ name: 'stable', active: true }],
      );
    });

    test('stable is the default of a draft, of an artifact and of latest', async () => {
      const app = await createPublisher(world);
      const { release } = await app.client.createRelease(app.slug, { version: '1.0.0' });
      assert.equal(release.channel, 'stable');
      await app.uploaded(await app.declare(release));
      await app.client.publishRelease(app.slug, release.id);
      assert.equal((await app.latest()).json().version, '1.0.0');
    });

    test('a draft in a channel that does not exist is refused', async () => {
      const app = await createPublisher(world);
      const answer = await app.call('POST', '/releases', { version: '1.0.0', channel: 'beta' });
      assertProblem(answer, 409, 'channel-missing');
    });

    test('a draft in an inactive channel is refused, and taken once it is active again', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      await app.client.changeChannel(app.slug, 'beta', { active: false });
      const body = { version: '1.0.0', channel: 'beta' };
      assertProblem(await app.call('POST', '/releases', body), 409, 'channel-inactive');
      await app.client.changeChannel(app.slug, 'beta', { active: true });
      assert.equal((await app.call('POST', '/releases', body)).status, 201);
    });

    test('channel names match exactly, including case', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'Stable' });
      await app.publish({ version: '2.0.0', channel: 'Stable' });
      assert.equal((await app.check('stable/linux/x86_64/1.0.0')).status, 204);
      assert.equal((await app.check('Stable/linux/x86_64/1.0.0')).status, 200);
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** Decisions, part two: a channel may also offer another. */
export const alsoOffersSection = (world: World): void => {
  const twoChannels = async () => {
    const app = await createPublisher(world);
    await app.client.createChannel(app.slug, { name: 'beta' });
    const also = (alsoOffers: string | null) => app.client.changeChannel(app.slug, 'beta', { alsoOffers });
    const offered = async (channel: string, version: string) => {
      const answer = await app.check(`${channel}/linux/x86_64/${version}`);
      return answer.status === 204 ? undefined : answer.json<{ version: string }>().version;
    };
    return { app, also, offered };
  };

  describe('A channel that also offers another', () => {
    test('shows it, null until it is set; active stays as it was', async () => {
      const { app, also } = await twoChannels();
      const { channels } = await app.client.listChannels(app.slug);
      assert.deepEqual(
        channels.map(({ alsoOffers }) => alsoOffers),
        [null, null],
      );
      await app.client.changeChannel(app.slug, 'beta', { active: false });
      const { channel } = await also('stable');
      assert.deepEqual([channel.alsoOffers, channel.active], ['stable', false]);
      assert.equal((await also(null)).channel.alsoOffers, null);
      const { entries } = await app.client.listAudit(app.slug);
      const details = entries.filter(({ action }) => action === 'channel.change').map(({ detail }) => detail);
      assert.deepEqual(details, [{ alsoOffers: null }, { alsoOffers: 'stable' }, { active: false }]);
    });

    test('400 for itself and for nothing, 409 for one that is not there', async () => {
      const { app } = await twoChannels();
      const change = (body: object) => app.call('PATCH', '/channels/beta', body);
      assertProblem(await change({ alsoOffers: 'beta' }), 400, 'invalid-fields');
      assertProblem(await change({}), 400, 'invalid-fields');
      assertProblem(await change({ alsoOffers: 'nowhere' }), 409, 'channel-missing');
    });

    test('its clients get the newer of the two; latest, history and links stay its own', async () => {
      const { app, also, offered } = await twoChannels();
      await app.publish({ version: '2.0.0' });
      await app.publish({ version: '1.9.0', channel: 'beta' });
      assert.equal(await offered('beta', '1.0.0'), '1.9.0');
      await also('stable');
      assert.equal(await offered('beta', '1.0.0'), '2.0.0');
      assert.equal(await offered('stable', '1.0.0'), '2.0.0');
      assert.equal((await app.latest('?channel=beta')).json<{ version: string }>().version, '1.9.0');
      const { releases } = (await app.history('?channel=beta')).json<{ releases: unknown[] }>();
      assert.equal(releases.length, 1);
      await app.publish({ version: '2.1.0-beta.1', channel: 'beta' });
      assert.equal(await offered('beta', '2.0.0'), '2.1.0-beta.1');
      assert.equal(await offered('stable', '2.0.0'), undefined);
      await also(null);
      assert.equal(await offered('beta', '1.0.0'), '2.1.0-beta.1');
    });

    test('a channel with nothing of its own offers the other’s, and explain says so', async () => {
      const { app, also, offered } = await twoChannels();
      await app.publish({ version: '2.0.0' });
      assert.equal(await offered('beta', '1.0.0'), undefined);
      await also('stable');
      assert.equal(await offered('beta', '1.0.0'), '2.0.0');
      const asked = 'channel=beta&target=linux&arch=x86_64&currentVersion=1.0.0';
      const told = (await app.call('GET', `/explain?${asked}`)).json<{
        release: { version: string };
        considered: { version: string; channel?: string; verdict: string }[];
      }>();
      assert.equal(told.release.version, '2.0.0');
      const [{ version, channel, verdict } = { version: '', verdict: '' }] = told.considered;
      assert.deepEqual([version, channel, verdict], ['2.0.0', 'stable', 'offered']);
    });
  });
};

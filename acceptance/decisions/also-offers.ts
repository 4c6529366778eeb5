import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Explanation } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher, tauriSignature } from '../publisher.ts';
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
    test('returns alsoOffers, null until it is set; active stays unchanged', async () => {
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

    test('400 for itself and for an empty change, 409 for a missing channel', async () => {
      const { app } = await twoChannels();
      const change = (body: object) => app.call('PATCH', '/channels/beta', body);
      assertProblem(await change({ alsoOffers: 'beta' }), 400, 'invalid-fields');
      assertProblem(await change({}), 400, 'invalid-fields');
      assertProblem(await change({ alsoOffers: 'nowhere' }), 409, 'channel-missing');
    });

    test('its clients get the newer of the two; latest, history and links use its own releases', async () => {
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

    test('its feeds name the newer release of the two channels and serve its files', async () => {
      const { app, also } = await twoChannels();
      const signature = tauriSignature();
      const documents = ['tauri/beta/latest.json', 'zsync/beta/linux-x64/Acme.AppImage.zsync'];
      const zsync = (version: string) => ({
        ...{ target: 'linux-x86_64.zsync', companionOf: 'linux-x86_64', format: '.zsync' },
        bytes: Buffer.from(`zsync: 0.6.2\nFilename: Acme-${version}.AppImage\n\n`),
      });
      const publish = (version: string, channel: string) =>
        app.publish({ version, channel }, [
          { signature, fileName: `Acme-${version}.AppImage` },
          zsync(version),
        ]);
      await publish('2.0.0', 'stable');
      await publish('1.9.0', 'beta');
      const feedVersions = async () => {
        const answers = await Promise.all(documents.map((rest) => app.read(`/feeds/${rest}`)));
        return answers.map(({ text }) => /\d+\.\d+\.\d+(?=["/]|\.AppImage|-)/.exec(text)?.[0] ?? text);
      };
      assert.deepEqual(await feedVersions(), ['1.9.0', '1.9.0']);
      await also('stable');
      assert.deepEqual(await feedVersions(), ['2.0.0', '2.0.0']);
      const { feeds } = await app.client.listFeeds(app.slug);
      const listed = feeds.find(({ feed, channel }) => feed === 'tauri' && channel === 'beta');
      assert.equal(listed?.version, '2.0.0');
      const query = 'feed=tauri&channel=beta&target=linux&arch=x86_64&currentVersion=1.0.0';
      const explanation = (await app.call('GET', `/explain?${query}`)).json<Explanation>();
      assert.deepEqual(
        [explanation.release?.version, explanation.considered.at(-1)?.channel],
        ['2.0.0', 'stable'],
      );
      assert.match(explanation.url ?? '', /\/feeds\/tauri\/beta\/latest\.json$/);
      await publish('2.1.0', 'beta');
      assert.deepEqual(await feedVersions(), ['2.1.0', '2.1.0']);
    });

    test('an empty channel offers the other channel’s release, and explain names that channel', async () => {
      const { app, also, offered } = await twoChannels();
      await app.publish({ version: '2.0.0' });
      assert.equal(await offered('beta', '1.0.0'), undefined);
      await also('stable');
      assert.equal(await offered('beta', '1.0.0'), '2.0.0');
      const query = 'channel=beta&target=linux&arch=x86_64&currentVersion=1.0.0';
      const explanation = (await app.call('GET', `/explain?${query}`)).json<Explanation>();
      assert.equal(explanation.release?.version, '2.0.0');
      const [{ version, channel, verdict } = { version: '', verdict: '' }] = explanation.considered;
      assert.deepEqual([version, channel, verdict], ['2.0.0', 'stable', 'offered']);
    });
  });
};

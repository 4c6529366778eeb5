import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { History } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

const many = 103;

/** Spec 4.8: the release history, in public. */
export const historySection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    await app.client.createChannel(app.slug, { name: 'beta' });
    const versions = Array.from({ length: many }, (_, index) => `0.${index + 1}`);
    await Promise.all(versions.slice(0, -2).map((version) => app.publish({ version }, [])));
    for (const version of versions.slice(-2)) await app.publish({ version }, []);
    await app.publish({ version: '1.0.0', channel: 'beta' }, [{}, { target: 'darwin-aarch64' }]);
    return app;
  });
  const versions = async (query: string) =>
    (await (await shared()).history(query)).json<History>().releases.map(({ version }) => version);
  const count = async (query: string) => (await versions(query)).length;

  describe('4.8 Release history', () => {
    test('the body, exactly', async () => {
      const app = await createPublisher(world, { publicSlug: unique('public') });
      const { release, artifacts } = await app.publish({
        version: '1.2.3',
        notes: 'Notes',
        pubDate: '2026-01-02T03:04:05.6Z',
      });
      const answer = await app.history();
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^application\/json\b/);
      assert.equal(
        answer.text,
        `{"app":"${app.publicSlug}","releases":[{"id":"${release.id}","version":"1.2.3","notes":"Notes","pub_date":"2026-01-02T03:04:05.600Z","channel":"stable","platforms":{"linux-x86_64":{"url":"${app.publicUrl}/releases/download/${release.id}/linux-x86_64","size":"64","sha256":"${artifacts[0]?.artifact.sha256}","signature":null}}}]}`,
      );
    });

    test('an app that published nothing has an empty list', async () => {
      const app = await createPublisher(world);
      await app.draft();
      assert.equal((await app.history()).text, `{"app":"${app.publicSlug}","releases":[]}`);
    });

    test('newest publication first, of all channels', async () => {
      assert.deepEqual(await versions('?limit=3'), ['1.0.0', `0.${many}`, `0.${many - 1}`]);
    });

    test('channel: an exact filter', async () => {
      assert.deepEqual(await versions('?channel=beta'), ['1.0.0']);
      assert.deepEqual(await versions('?channel=stable&limit=2'), [`0.${many}`, `0.${many - 1}`]);
      assert.deepEqual(await versions('?channel=Beta'), []);
      assert.deepEqual(await versions('?channel=nowhere'), []);
    });

    test('target: filters artifacts, not releases', async () => {
      const app = await shared();
      const { releases } = (await app.history('?target=darwin-aarch64&limit=2')).json<History>();
      assert.deepEqual(
        releases.map(({ version, platforms }) => [version, Object.keys(platforms)]),
        [
          ['1.0.0', ['darwin-aarch64']],
          [`0.${many}`, []],
        ],
      );
    });

    test('limit: 20 by default', async () => assert.equal(await count(''), 20));
    test('limit: 100 is the most', async () => assert.equal(await count('?limit=100'), 100));
    test('limit: more is clamped to 100', async () => {
      assert.equal(await count('?limit=101'), 100);
      assert.equal(await count('?limit=1000000'), 100);
    });
    test('limit: less is clamped to 1', async () => {
      assert.equal(await count('?limit=1'), 1);
      assert.equal(await count('?limit=0'), 1);
      assert.equal(await count('?limit=-5'), 1);
    });
    for (const limit of ['abc', '1e309', '2.5', 'NaN', '']) {
      test(`limit: ${limit} is not an integer, so the default of 20 applies`, async () =>
        assert.equal(await count(`?limit=${limit}`), 20));
    }

    test('a repeated channel, target or limit parameter: 400', async () => {
      const app = await shared();
      for (const name of ['channel', 'target', 'limit'])
        assertInvalid(await app.history(`?${name}=a&${name}=b`), name);
    });

    test('drafts and withdrawn releases are not listed', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      await app.publish({ version: '2.0.0' });
      await app.draft({ version: '3.0.0' });
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      const { releases } = (await app.history()).json<History>();
      assert.deepEqual(
        releases.map(({ version }) => version),
        ['2.0.0'],
      );
    });

    test('404: the slug in the path does not belong to the app on this host', async () => {
      const [app, other] = [await shared(), await createPublisher(world)];
      assertProblem(await app.read(`/releases/v1/apps/${other.publicSlug}/releases`), 404, 'not-found');
    });

    test('404: the host belongs to no app', async () => {
      const { publicSlug } = await shared();
      const url = `${world.deployed().publicUrl(unique('nobody'))}/releases/v1/apps/${publicSlug}/releases`;
      assertProblem(await world.send({ url }), 404, 'not-found');
    });
  });
};

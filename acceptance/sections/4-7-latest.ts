import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Latest } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

/** Spec 4.7: the latest release, in public. */
export const latestSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world, { publicSlug: unique('public') });
    await app.client.createChannel(app.slug, { name: 'beta' });
    const pieces = [{ signature: 'signed' }, { target: 'darwin-aarch64' }];
    await app.publish({ version: '3.0.0', channel: 'beta' });
    const stable = await app.publish(
      { version: '1.2.3', notes: 'Notes', pubDate: '2026-01-02T03:04:05.6Z' },
      pieces,
    );
    return { ...app, stable };
  });

  describe('4.7 Latest release', () => {
    test('the body, exactly', async () => {
      const app = await shared();
      const [linux, darwin] = app.stable.artifacts;
      const url = (target: string) => `${app.publicUrl}/releases/download/${app.stable.release.id}/${target}`;
      const answer = await app.latest('?target=linux-x86_64');
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^application\/json\b/);
      assert.equal(
        answer.text,
        `{"app":"${app.publicSlug}","version":"1.2.3","notes":"Notes","pub_date":"2026-01-02T03:04:05.600Z","platforms":{"linux-x86_64":{"url":"${url('linux-x86_64')}","size":"64","sha256":"${linux?.artifact.sha256}","signature":"signed"}}}`,
      );
      assert.deepEqual((await app.latest()).json<Latest>().platforms['darwin-aarch64'], {
        url: url('darwin-aarch64'),
        size: '64',
        sha256: darwin?.artifact.sha256,
        signature: null,
      });
    });

    test('channel: stable by default, otherwise the requested one', async () => {
      const app = await shared();
      assert.equal((await app.latest()).json().version, '1.2.3');
      assert.equal((await app.latest('?channel=stable')).text, (await app.latest()).text);
      assert.equal((await app.latest('?channel=beta')).json().version, '3.0.0');
    });

    test('target: filters the artifacts to the exact target, not the release', async () => {
      const app = await shared();
      const targets = async (query: string) =>
        Object.keys((await app.latest(query)).json<Latest>().platforms).sort();
      assert.deepEqual(await targets(''), ['darwin-aarch64', 'linux-x86_64']);
      assert.deepEqual(await targets('?target=darwin-aarch64'), ['darwin-aarch64']);
      assert.deepEqual(await targets('?target=darwin'), []);
      assert.deepEqual(await targets('?target=DARWIN-AARCH64'), []);
      assert.equal((await app.latest('?target=darwin')).json().version, '1.2.3');
    });

    test('no published release in the channel: the app and null, exactly', async () => {
      const app = await createPublisher(world);
      await app.draft();
      const none = `{"app":"${app.publicSlug}","release":null}`;
      const answer = await app.latest();
      assert.equal(answer.status, 200);
      assert.equal(answer.text, none);
      assert.equal((await app.latest('?channel=nowhere')).text, none);
    });

    test('a repeated channel parameter: 400', async () => {
      assertProblem(await (await shared()).latest('?channel=a&channel=b'), 400);
    });

    test('404: the slug in the path belongs to another app or to none', async () => {
      const [app, other] = [await shared(), await createPublisher(world)];
      assertProblem(await app.read(`/releases/v1/apps/${other.publicSlug}/latest`), 404, 'not-found');
      assertProblem(await app.read(`/releases/v1/apps/${unique('nobody')}/latest`), 404, 'not-found');
    });

    test('404: the host belongs to no app', async () => {
      const { publicSlug } = await shared();
      const url = `${world.deployed().publicUrl(unique('nobody'))}/releases/v1/apps/${publicSlug}/latest`;
      assertProblem(await world.send({ url }), 404, 'not-found');
      const api = `${world.deployed().baseUrl}/releases/v1/apps/${publicSlug}/latest`;
      assert.equal((await world.send({ url: api })).status, 200, 'the base host is told the app by the path');
    });

    test('a release without artifacts is the latest, with no platforms', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      await app.publish({ version: '2.0.0' }, []);
      const latest = (await app.latest()).json<Latest>();
      assert.equal(latest.version, '2.0.0');
      assert.deepEqual(latest.platforms, {});
    });
  });
};

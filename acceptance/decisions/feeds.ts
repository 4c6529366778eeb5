import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** feeds.md 3c: feed information for publishers. */
export const feedsSection = (world: World): void => {
  describe('Feed information for publishers', () => {
    const bytes = randomBytes(99);
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    const windows = { target: 'windows-x86_64', format: '.exe', bytes, sha512 };

    test('every URL, its updater setting and its current version', async () => {
      const app = await createPublisher(world);
      const before = await app.client.listFeeds(app.slug);
      assert.ok(before.feeds.length > 5, 'an app without releases is shown the usual addresses');
      assert.ok(before.feeds.every(({ version }) => version === null));
      await app.publish({ version: '1.0.0' }, [windows]);
      const { feeds } = await app.client.listFeeds(app.slug);
      assert.deepEqual(
        feeds.filter(({ feed }) => feed === 'electron'),
        [
          {
            ...{ feed: 'electron', client: 'electron-updater', channel: 'stable', version: '1.0.0' },
            setting: `${app.publicUrl}/feeds/electron/stable`,
            url: `${app.publicUrl}/feeds/electron/stable/latest.yml`,
          },
        ],
      );
      for (const { url, version } of feeds) {
        const path = url.slice(app.publicUrl.length).replace('{version}', '0.1.0');
        const { status } = await app.read(path);
        assert.equal(status === 200, version !== null, path);
      }
    });

    test('explain has the offer for a client of a feed, and the reason a file is missing', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      await app.publish({ version: '1.0.0' }, [windows]);
      await app.publish({ version: '1.1.0' }, [{ target: 'windows-x86_64', format: '.exe' }]);
      await app.publish({ version: '1.2.0' }, [{ target: 'linux-x86_64', format: '.AppImage' }]);
      const ask = (currentVersion: string, target = 'win32', arch = 'x64') =>
        app.client.explain(app.slug, { target, arch, currentVersion, feed: 'electron' });
      const path = '/feeds/electron/stable/latest.yml';
      const explanation = await ask('0.9.0');
      assert.equal((await app.read(path)).status, 404, 'the newest file for Windows does not fit');
      assert.equal(explanation.outcome, 'none');
      assert.equal(explanation.url, app.publicUrl + path);
      assert.deepEqual(
        explanation.considered.map(({ version, verdict }) => [version, verdict]),
        [
          ['1.2.0', 'target-missing'],
          ['1.1.0', 'unfit'],
        ],
      );
      assert.match(explanation.considered[1]?.reason ?? '', /without a SHA-512/);
      await app.publish({ version: '1.3.0' }, [windows]);
      const fitting = await ask('0.9.0');
      assert.equal((await app.read(path)).status, 200);
      assert.deepEqual([fitting.outcome, fitting.release?.version], ['update', '1.3.0']);
      assert.equal(fitting.considered[0]?.verdict, 'offered');
      const current = await ask('1.3.0');
      assert.equal(current.outcome, 'none');
      assert.equal(current.considered.at(-1)?.verdict, 'not-newer');
      const odd = await ask('1.0.0', 'beos', 'ppc');
      assert.ok(odd.considered.every(({ verdict }) => verdict === 'target-missing'));
      assert.equal(odd.url, undefined);
      const query = 'target=darwin&arch=aarch64&currentVersion=1.0.0&feed=gopher';
      assertProblem(await app.call('GET', `/explain?${query}`), 404, 'not-found');
    });
  });
};

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startEmbedded } from './deployments.ts';
import { hangUp } from './dial.ts';
import { createFeedMiddleware } from './feed-middleware.ts';
import { createPublisher } from './publisher.ts';
import { specification } from './specification.ts';
import { createWorld, type Deployment } from './world.ts';

/* The unchanged specification tests, for apps with companions, block maps, extra hashes and feeds. */

describe('SQLite and files, with feed data', () => {
  let deployment: Deployment;
  const middleware = createFeedMiddleware();
  const world = createWorld(() => deployment, middleware);
  before(async () => {
    deployment = await startEmbedded();
  });
  after(async () => {
    await deployment.stop();
    hangUp();
  });

  describe('the specification', { concurrency: 4 }, () => specification(world));

  test('the tested releases have companions and feeds', async () => {
    assert.ok(middleware.companions() > 100, `${middleware.companions()} companions`);
    const app = await createPublisher(world);
    const { release } = await app.publish({ version: '1.0.0' }, [
      { target: 'windows-x86_64', format: '.exe' },
    ]);
    const feed = await app.read('/feeds/electron/stable/latest.yml');
    assert.equal(feed.status, 200, feed.text);
    assert.match(feed.text, /windows-x64\/.+\.exe"/);
    assert.equal((await app.download(release.id, 'windows-x86_64.blockmap')).status, 200);
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** An AppImage and its zsync file, with arbitrary bytes. */
const built = (fileName: string): [ArtifactInput, ArtifactInput] => [
  { target: 'linux-x86_64', format: '.AppImage', fileName, bytes: randomBytes(3000) },
  { target: 'linux-x86_64.zsync', format: '.zsync', companionOf: 'linux-x86_64', bytes: randomBytes(200) },
];

const beside = (name: string, place = 'linux-x86_64'): string => `/feeds/zsync/stable/${place}/${name}`;

/** Decisions, part two, and feeds.md: zsync updates of AppImages, for every app. */
export const zsyncSection = (world: World): void => {
  describe('The feed of AppImages', () => {
    test('one URL serves the zsync file of the newest release, not cacheable', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      const [first, second] = [built('App.AppImage'), built('App.AppImage')];
      await app.publish({ version: '1.0.0' }, first);
      const old = await app.read(beside('App.AppImage.zsync'));
      assert.equal(old.status, 200, old.text);
      assert.deepEqual(old.body, first[1].bytes);
      assert.equal(old.headers['cache-control'], 'private, no-cache, no-transform');
      await app.publish({ version: '2.0.0' }, second);
      const has = { 'if-none-match': String(old.headers.etag) };
      const newer = await app.read(beside('whatever.zsync', 'linux-x64'), has);
      assert.deepEqual([newer.status, newer.body], [200, second[1].bytes]);
      const again = await app.read(beside('a.zsync'), { 'if-none-match': String(newer.headers.etag) });
      assert.equal(again.status, 304);
    });

    test('the AppImage of that release is next to it and supports multiple ranges', async () => {
      const app = await createPublisher(world);
      const [first, second] = [built('App.AppImage'), built('App.AppImage')];
      await app.publish({ version: '1.0.0' }, first);
      await app.publish({ version: '2.0.0' }, second);
      const whole = await app.read(beside('App.AppImage'));
      assert.deepEqual(whole.body, second[0].bytes);
      assert.equal(whole.headers['content-disposition'], 'attachment; filename="App.AppImage"');
      const parts = await app.read(beside('App.AppImage'), { range: 'bytes=0-9,2000-2009,2900-9999' });
      assert.equal(parts.status, 206);
      assert.match(String(parts.headers['content-type']), /^multipart\/byteranges; boundary=/);
      assert.match(parts.text, /^\r\n--/);
      assertProblem(await app.read(beside('Other.AppImage')), 404, 'not-found');
    });

    test('a file name with its version is still served after the next release, until it is pruned', async () => {
      const app = await createPublisher(world);
      const first = built('My-App-1.0.0.AppImage');
      const { release } = await app.publish({ version: '1.0.0' }, first);
      await app.publish({ version: '2.0.0' }, built('My-App-2.0.0.AppImage'));
      for (const name of ['My-App-1.0.0.AppImage', 'My%20App-1.0.0.AppImage'])
        assert.deepEqual((await app.read(beside(name))).body, first[0].bytes, name);
      await app.call('POST', `/releases/${release.id}/artifacts/linux-x86_64/prune`);
      assertProblem(await app.read(beside('My-App-1.0.0.AppImage')), 410, 'artifact-pruned');
    });

    test('404 if the newest release has none; a withdrawal restores the previous one', async () => {
      const app = await createPublisher(world);
      const first = built('App.AppImage');
      await app.publish({ version: '1.0.0' }, first);
      const { release } = await app.publish({ version: '2.0.0' }, [{ fileName: 'App.AppImage' }]);
      for (const path of [beside('a.zsync'), beside('App.AppImage'), beside('a.zsync', 'linux-arm64')])
        assertProblem(await app.read(path), 404, 'not-found');
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.deepEqual((await app.read(beside('a.zsync'))).body, first[1].bytes);
    });

    test('402 once the allowance is exhausted; 404 for a draft', async () => {
      const poor = await createPublisher(world, { allowanceBytes: 0 });
      await poor.publish({ version: '1.0.0' }, built('App.AppImage'));
      for (const name of ['App.AppImage.zsync', 'App.AppImage'])
        assertProblem(await poor.read(beside(name)), 402, 'allowance-exhausted');
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '1.0.0' });
      for (const piece of built('App-1.0.0.AppImage')) await app.uploaded(await app.declare(draft, piece));
      for (const name of ['a.zsync', 'App-1.0.0.AppImage', '..%2Fa.zsync', 'a/b.zsync'])
        assertProblem(await app.read(beside(name)), 404, 'not-found');
    });
  });
};

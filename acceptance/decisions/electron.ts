import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { unique, type World } from '../world.ts';

/** An installer as electron-builder makes it, with the hash that its updater compares. */
const builtFor = (target: string, format: string, more: ArtifactInput = {}): ArtifactInput => {
  const bytes = more.bytes ?? randomBytes(300);
  return { target, format, bytes, sha512: createHash('sha512').update(bytes).digest('base64'), ...more };
};

const windows = builtFor('windows-x86_64', '.exe', { fileName: 'App-Setup-1.0.0.exe' });

const document = (app: Publisher, name: string, query = '') =>
  app.read(`/feeds/electron/${name}.yml${query}`);

const urlsIn = (text: string): string[] =>
  [...text.matchAll(/url: (".*")/g)].map(([, url = '""']) => JSON.parse(url) as string);

/** Decisions, part two, and feeds.md: the documents of electron-updater, for every app. */
export const electronSection = (world: World): void => {
  describe('The feed of electron-updater', () => {
    test('names each system’s files by path, with hash and size, cached as other metadata', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      await app.publish({ version: '1.0.0', notes: 'Line one\n"two"', pubDate: '2026-01-02T03:04:05Z' }, [
        windows,
        builtFor('darwin-aarch64', '.zip', { fileName: 'App-arm64-mac.zip' }),
        builtFor('linux-x86_64', '.AppImage', { fileName: 'App.AppImage' }),
        builtFor('linux-deb-aarch64', '.deb'),
      ]);
      const answer = await document(app, 'stable/latest');
      assert.equal(answer.status, 200, answer.text);
      assert.equal(
        answer.text,
        [
          'version: "1.0.0"',
          'files:',
          '  - url: "/feeds/files/stable/1.0.0/windows-x64/App-Setup-1.0.0.exe"',
          `    sha512: "${windows.sha512}"`,
          '    size: 300',
          'releaseName: "1.0.0"',
          'releaseNotes: "Line one\\n\\"two\\""',
          'releaseDate: "2026-01-02T03:04:05.000Z"',
          '',
        ].join('\n'),
      );
      assert.equal(answer.headers['content-type'], 'application/yaml; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'public, max-age=60, s-maxage=300');
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      const etag = String(answer.headers.etag);
      const again = await app.read('/feeds/electron/stable/latest.yml?noCache=1', { 'if-none-match': etag });
      assert.equal(again.status, 304);
      const [mac] = urlsIn((await document(app, 'stable/latest-mac')).text);
      assert.equal(mac, '/feeds/files/stable/1.0.0/darwin-arm64/App-%61rm64-mac.zip');
      const [linux] = urlsIn((await document(app, 'stable/latest-linux')).text);
      assert.equal(linux, '/feeds/files/stable/1.0.0/linux-x64/App.AppImage');
      const [deb = ''] = urlsIn((await document(app, 'stable/latest-linux-arm64')).text);
      assert.match(deb, /^\/feeds\/files\/stable\/1\.0\.0\/linux-deb-arm64\/.+\.deb$/);
      for (const path of [mac, linux, deb]) assert.equal((await app.read(path ?? '')).status, 200, path);
    });

    test('the query does not change the document', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [windows]);
      const plain = await document(app, 'stable/latest');
      for (const query of ['?noCache=17', '?', '?a=%00', '?channel=beta'])
        assert.equal((await document(app, 'stable/latest', query)).text, plain.text, query);
    });

    test('a file name other than latest selects the channel of that name', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      await app.publish({ version: '1.0.0' }, [windows]);
      await app.publish({ version: '2.0.0-beta.1', channel: 'beta' }, [windows]);
      assert.match((await document(app, 'stable/beta')).text, /^version: "2\.0\.0-beta\.1"/);
      assert.match((await document(app, 'beta/latest')).text, /^version: "2\.0\.0-beta\.1"/);
      assert.match((await document(app, 'beta/stable')).text, /^version: "1\.0\.0"/);
    });

    test('each system gets the newest release with a file for it; a withdrawal restores the previous one', async () => {
      const app = await createPublisher(world);
      const mac = builtFor('darwin-universal', '.zip');
      await app.publish({ version: '1.0.0' }, [windows, mac]);
      const { release } = await app.publish({ version: '2.0.0' }, [mac]);
      assert.match((await document(app, 'stable/latest')).text, /^version: "1\.0\.0"/);
      assert.match((await document(app, 'stable/latest-mac')).text, /^version: "2\.0\.0"/);
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.match((await document(app, 'stable/latest-mac')).text, /^version: "1\.0\.0"/);
    });

    test('x64 comes first, zip before dmg; files the client cannot use are omitted', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [
        builtFor('windows-i686', '.exe'),
        builtFor('windows-aarch64', '.exe'),
        builtFor('windows-x86_64', '.exe'),
        builtFor('windows-msi-x86_64', '.msi'),
        builtFor('darwin-dmg-x86_64', '.dmg'),
        builtFor('darwin-x86_64', '.zip'),
        { target: 'darwin-aarch64', format: '.zip' },
        { ...builtFor('darwin-x86_64.blockmap', '.blockmap'), companionOf: 'darwin-x86_64' },
      ]);
      const places = async (name: string) =>
        urlsIn((await document(app, name)).text).map((url) => url.split('/')[5]);
      assert.deepEqual(await places('stable/latest'), ['windows-x64', 'windows-arm64', 'windows-ia32']);
      assert.deepEqual(await places('stable/latest-mac'), ['darwin-x64', 'darwin-dmg-x64']);
    });

    test('404 if there is no usable release or no such document', async () => {
      const app = await createPublisher(world);
      for (const name of [
        'stable/latest',
        'nowhere/latest',
        'stable/latest-linux-vax',
        'stable/x',
        'stable/',
      ])
        assertProblem(await document(app, name), 404, 'not-found');
      await app.publish({ version: '1.0.0' }, [{ target: 'windows-x86_64', format: '.exe' }]);
      await app.publish({ version: 'r7' }, [windows]);
      assertProblem(await document(app, 'stable/latest'), 404, 'not-found');
      for (const path of ['/feeds/nothing/stable/latest.yml', '/feeds/electron', '/feeds/', '/feeds/files/x'])
        assertProblem(await app.read(path), 404, 'not-found');
    });
  });

  describe('The files of feeds', () => {
    const map = { ...builtFor('windows-x86_64.blockmap', '.blockmap'), companionOf: 'windows-x86_64' };
    const path = (version: string, name: string, channel = 'stable') =>
      `/feeds/files/${channel}/${version}/windows-x64/${name}`;

    test('are the artifact’s bytes under its own name and no other', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' }, [windows]);
      const whole = await app.read(path('1.0.0', 'App-Setup-1.0.0.exe'));
      assert.equal(whole.status, 200);
      assert.deepEqual(whole.body, windows.bytes);
      assert.equal(whole.headers['content-disposition'], 'attachment; filename="App-Setup-1.0.0.exe"');
      const direct = await app.download(release.id, 'windows-x86_64');
      assert.equal(whole.headers.etag, direct.headers.etag);
      const part = await app.read(path('1.0.0', 'App-Setup-1.0.0.exe'), { range: 'bytes=0-9' });
      assert.equal(part.status, 206);
      const has = { 'if-none-match': String(whole.headers.etag) };
      assert.equal((await app.read(path('1.0.0', 'App-Setup-1.0.0.exe'), has)).status, 304);
      const beyond = await app.read(path('1.0.0', 'App-Setup-1.0.0.exe'), { range: 'bytes=300-' });
      assertProblem(beyond, 416, 'range-not-satisfiable');
      for (const wrong of [
        path('1.0.0', 'other.exe'),
        path('1.0.1', 'App-Setup-1.0.0.exe'),
        path('1.0.0', 'App-Setup-1.0.0.exe', 'beta'),
        path('1.0.0', '..%2FApp-Setup-1.0.0.exe'),
        path('1.0.0', 'x.blockmap'),
      ])
        assertProblem(await app.read(wrong), 404, 'not-found');
    });

    test('a block map is found by version and target, whatever its name, also after a withdrawal', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' }, [windows, map]);
      const next = { ...windows, fileName: 'App-Setup-2.0.0.exe' };
      await app.publish({ version: '2.0.0' }, [next, map]);
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      const old = await app.read(path('1.0.0', 'App-Setup-1.0.0.exe.blockmap'));
      assert.equal(old.status, 200);
      assert.deepEqual(old.body, map.bytes);
      assert.equal((await app.read(path('2.0.0', 'whatever.blockmap'))).status, 200);
    });

    test('a block map is found whether or not the version is written with a leading v', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: 'v1.0.0' }, [windows, map]);
      await app.publish({ version: 'v1.1.0' }, [windows, map]);
      assert.equal((await app.read(path('1.0.0', 'App-Setup-1.0.0.exe.blockmap'))).status, 200);
    });

    test('a block map is found in another channel where this one lacks the version', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      await app.publish({ version: '2.0.0-beta.1', channel: 'beta' }, [windows, map]);
      assert.equal((await app.read(path('2.0.0-beta.1', 'App.exe.blockmap'))).status, 200);
      assertProblem(await app.read(path('2.0.0-beta.1', 'App-Setup-1.0.0.exe')), 404, 'not-found');
    });

    test('402 once the allowance is exhausted; the document is still served', async () => {
      const app = await createPublisher(world, { allowanceBytes: 0 });
      await app.publish({ version: '1.0.0' }, [windows]);
      assertProblem(await app.read(path('1.0.0', 'App-Setup-1.0.0.exe')), 402, 'allowance-exhausted');
      assert.equal((await document(app, 'stable/latest')).status, 200);
    });

    test('any origin may read them (CORS); 404 on a host without an app', async () => {
      const app = await createPublisher(world);
      const ask = (url: string) => world.send({ url, method: 'OPTIONS' });
      const allowed = await ask(`${app.publicUrl}/feeds/electron/stable/latest.yml`);
      assert.equal(allowed.status, 204);
      assert.equal(allowed.headers['access-control-allow-origin'], '*');
      const nobody = world.deployed().publicUrl(unique('nobody'));
      assertProblem(await ask(`${nobody}/feeds/electron/stable/latest.yml`), 404, 'not-found');
    });

    test('404 for a draft, 410 for a pruned artifact', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '1.0.0' });
      await app.uploaded(await app.declare(draft, windows));
      assertProblem(await app.read(path('1.0.0', 'App-Setup-1.0.0.exe')), 404, 'not-found');
      const { release } = await app.publish({ version: '2.0.0' }, [windows]);
      await app.call('POST', `/releases/${release.id}/artifacts/windows-x86_64/prune`);
      assertProblem(await app.read(path('2.0.0', 'App-Setup-1.0.0.exe')), 410, 'artifact-pruned');
    });
  });
};

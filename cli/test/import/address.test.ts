import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { openStage } from '../stage.ts';
import { blockMap, electronFeed, hex, serveOldPlace } from './old-place.ts';

const { service, cli, makeApp } = await openStage();

const versionsOf = async (slug: string) =>
  (await service.client.listReleases(slug)).releases.map(({ version }) => version);

const electronPlace = (version: string, bytes: string) => ({
  'latest.yml': electronFeed(version, [{ name: `Acme-Setup-${version}.exe`, bytes }]),
  [`Acme-Setup-${version}.exe`]: bytes,
  [`Acme-Setup-${version}.exe.blockmap`]: blockMap(bytes),
});

test('an address is probed for every feed, its files are fetched, and nothing is left behind', async (t) => {
  await makeApp('web');
  const { url, requests } = await serveOldPlace(t, {
    ...electronPlace('1.0.0', 'exe'),
    'latest-mac.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0-universal-mac.zip', bytes: 'zip' }]),
    'Acme-1.0.0-universal-mac.zip': 'zip',
  });
  const scratch = await makeFolder(t);
  const ended = await cli.run(['import', url, '--app', 'web'], { env: { TMPDIR: scratch } });
  assert.equal(ended.code, 0, ended.stderr);
  const [release] = (await service.client.listReleases('web')).releases;
  assert.deepEqual(release?.artifacts.map(({ target }) => target).sort(), [
    'darwin-aarch64',
    'darwin-x86_64',
    'windows-x86_64',
    'windows-x86_64.blockmap',
  ]);
  for (const name of ['latest.json', 'RELEASES', 'releases.win.json', 'appcast.xml', 'beta.yml'])
    assert.ok(requests.includes(`/app/${name}`), name);
  // A file that serves two targets is fetched once.
  assert.equal(requests.filter((path) => path.endsWith('universal-mac.zip')).length, 1);
  assert.deepEqual(await readdir(scratch), []);
  requests.length = 0;
  const again = await cli.run(['import', url, '--app', 'web']);
  assert.equal(again.code, 0, again.stderr);
  assert.ok(
    !requests.some((path) => /\.(?:exe|zip)$/.test(path)),
    'what is there with the same hash is not fetched',
  );
});

test('the address of a feed imports only that feed', async (t) => {
  await makeApp('one-feed');
  const place = await serveOldPlace(t, electronPlace('1.0.0', 'exe'));
  const ended = await cli.run(['import', `${place.url}/latest.yml`, '--app', 'one-feed']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.deepEqual(
    place.requests.filter((path) => !/\.(?:exe|blockmap)$/.test(path)),
    ['/app/latest.yml'],
  );
  const none = await cli.run(['import', `${place.url}/other.yml`, '--app', 'one-feed']);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /No feed at http:\/\/127\.0\.0\.1:\d+\/app\/other\.yml/);
});

test('a host that answers every request with a page has no feeds', async (t) => {
  await makeApp('page');
  const place = await serveOldPlace(t, {});
  const page: Parameters<typeof serveOldPlace>[2] = new Proxy(
    {},
    {
      get: () => (_: unknown, response: import('node:http').ServerResponse) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end('<!doctype html><title>App</title>');
      },
    },
  );
  const spa = await serveOldPlace(t, {}, page);
  for (const { url } of [place, spa]) {
    const ended = await cli.run(['import', url, '--app', 'page', '--json']);
    assert.deepEqual([ended.code, ended.objects.at(-1)?.code], [1, 'feed-missing'], ended.stderr);
  }
});

test('a missing file skips its artifact with a message; a failing host stops the import', async (t) => {
  await makeApp('gone');
  const place = await serveOldPlace(t, {
    'latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'exe' }]),
    'latest-linux.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.AppImage', bytes: 'image' }]),
    'Acme-1.0.0.AppImage': 'image',
  });
  place.odd['Acme-1.0.0.exe'] = (_, response) => {
    response.statusCode = 400;
    response.end();
  };
  const failed = await cli.run(['import', place.url, '--app', 'gone', '--json']);
  assert.deepEqual([failed.code, failed.objects.at(-1)?.code], [4, 'source-unreadable'], failed.stderr);
  assert.deepEqual(await versionsOf('gone'), []);
  delete place.odd['Acme-1.0.0.exe'];
  const ended = await cli.run(['import', place.url, '--app', 'gone']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /skipped: Acme-1\.0\.0\.exe of 1\.0\.0 \(http:\S+ no longer exists\)/);
  const [release] = (await service.client.listReleases('gone')).releases;
  assert.deepEqual(
    release?.artifacts.map(({ target }) => target),
    ['linux-x86_64'],
  );
  place.files['Acme-1.0.0.exe'] = 'exe';
  const later = await cli.run(['import', place.url, '--app', 'gone']);
  assert.equal(later.code, 0, later.stderr);
  assert.match(later.stderr, /1\.0\.0 .*already published, without windows-x86_64/);
});

test('an interrupted import continues when it is run again', async (t) => {
  await makeApp('broken');
  const list = (versions: string[]) =>
    JSON.stringify({
      Assets: versions.map((version) => ({
        PackageId: 'Acme',
        Version: version,
        Type: 'Full',
        FileName: `Acme-${version}-full.nupkg`,
        SHA256: hex('sha256', `package ${version}`),
        Size: `package ${version}`.length,
      })),
    });
  const versions = ['1.0.0', '1.1.0', '1.2.0'];
  const place = await serveOldPlace(t, {
    'releases.win-x64.json': list(versions),
    ...Object.fromEntries(versions.map((one) => [`Acme-${one}-full.nupkg`, `package ${one}`])),
  });
  place.odd['Acme-1.1.0-full.nupkg'] = (_, response) => {
    response.statusCode = 400;
    response.end();
  };
  const words = ['import', place.url, '--app', 'broken', '--json'];
  assert.equal((await cli.run(words)).code, 4);
  assert.deepEqual(await versionsOf('broken'), ['1.0.0']);
  // Ctrl-C during a download ends the command at once and leaves nothing on disk.
  const scratch = await makeFolder(t);
  const isAsked = new Promise<void>((resolve) => {
    place.odd['Acme-1.1.0-full.nupkg'] = (_, response) => {
      response.write('pack');
      resolve();
    };
  });
  let isStopped = false;
  const stop = (kill: (signal: NodeJS.Signals) => void) => {
    // Only once: a second Ctrl-C would skip the cleanup.
    if (!isStopped) kill('SIGINT');
    isStopped = true;
  };
  const stopped = await cli.run(['import', place.url, '--app', 'broken'], {
    env: { TMPDIR: scratch },
    watch: (_, kill) => void isAsked.then(() => stop(kill)),
  });
  assert.equal(stopped.code, 130, stopped.stderr);
  assert.deepEqual(await readdir(scratch), []);
  delete place.odd['Acme-1.1.0-full.nupkg'];
  place.requests.length = 0;
  const ended = await cli.run(words);
  const outcome = ended.objects.find(({ event }) => event === 'imported');
  assert.deepEqual([outcome?.imported, outcome?.passedOver], [['1.1.0', '1.2.0'], ['1.0.0']]);
  assert.ok(!place.requests.includes('/app/Acme-1.0.0-full.nupkg'));
  assert.deepEqual(await versionsOf('broken'), ['1.2.0', '1.1.0', '1.0.0']);
});

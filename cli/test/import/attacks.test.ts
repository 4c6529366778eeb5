import assert from 'node:assert/strict';
import { readdir, symlink } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { openStage } from '../stage.ts';
import { electronFeed, serveOldPlace, sha512 } from './old-place.ts';

/* Feeds and folders are untrusted and must not reach other files or hosts. */

const { service, cli, makeApp } = await openStage();

const releasesOf = async (slug: string) => (await service.client.listReleases(slug)).releases;

const redirectTo = (location: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(302, { location });
  response.end();
};

/** The import must fail with this code and leave no release or file behind. */
const assertRefused = async (
  words: string[],
  { app, code }: { app: string; code: string },
  t: Parameters<typeof makeFolder>[0],
) => {
  const scratch = await makeFolder(t);
  const ended = await cli.run(['import', ...words, '--app', app, '--json'], { env: { TMPDIR: scratch } });
  assert.equal(ended.objects.at(-1)?.code, code, ended.stdout + ended.stderr);
  assert.notEqual(ended.code, 0);
  assert.deepEqual(await releasesOf(app), []);
  assert.deepEqual(await readdir(scratch), []);
  return ended;
};

test('names with path traversal find nothing', async (t) => {
  await makeApp('traversal');
  const names = [
    '../secret.exe',
    '%2e%2e%2fsecret.exe',
    '..%5csecret.exe',
    '/etc/secret.exe',
    'a/../../secret.exe',
  ];
  const folder = await makeFolder(t, {
    'secret.exe': 'secret',
    'dist/latest.yml': electronFeed('1.0.0', [
      ...names.map((name) => ({ name, bytes: 'secret' })),
      { name: 'Acme-1.0.0-arm64.exe', bytes: 'fine' },
    ]),
    'dist/Acme-1.0.0-arm64.exe': 'fine',
  });
  const ended = await cli.run(['import', join(folder, 'dist'), '--app', 'traversal']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /skipped: secret\.exe of 1\.0\.0 \(it is not in the folder of its feed\)/);
  const [release] = await releasesOf('traversal');
  assert.deepEqual(
    release?.artifacts.map(({ target }) => target),
    ['windows-aarch64'],
  );
});

test('symbolic links to a feed, a file or a folder are not followed', async (t) => {
  await makeApp('links');
  const outside = await makeFolder(t, {
    'secret.exe': 'secret',
    'latest.yml': electronFeed('9.0.0', [{ name: 'secret.exe', bytes: 'secret' }]),
  });
  const folder = await makeFolder(t, {
    'a/latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'secret' }]),
  });
  await symlink(join(outside, 'secret.exe'), join(folder, 'a', 'Acme-1.0.0.exe'));
  await symlink(join(outside, 'latest.yml'), join(folder, 'beta.yml'));
  await symlink(outside, join(folder, 'linked'));
  const ended = await cli.run(['import', folder, '--app', 'links']);
  assert.match(ended.stderr, /skipped: Acme-1\.0\.0\.exe of 1\.0\.0 \(it is a symbolic link\)/);
  assert.doesNotMatch(ended.stderr, /9\.0\.0/);
  assert.deepEqual(await releasesOf('links'), []);
});

test('bytes that differ from the feed stop the import before the release is created', async (t) => {
  await makeApp('differs');
  const feed = electronFeed('1.0.0', [
    { name: 'Acme-1.0.0.exe', bytes: 'right' },
    { name: 'Acme-1.0.0-arm64.exe', bytes: 'fine' },
  ]);
  const files = { 'latest.yml': feed, 'Acme-1.0.0-arm64.exe': 'fine' };
  const wrong = { 'a hash': 'wrong', 'a shorter file': 'rig', 'a longer file': 'right and more' };
  for (const [what, bytes] of Object.entries(wrong)) {
    const folder = await makeFolder(t, { ...files, 'Acme-1.0.0.exe': bytes });
    const { url } = await serveOldPlace(t, { ...files, 'Acme-1.0.0.exe': bytes });
    for (const from of [folder, url]) {
      const ended = await assertRefused([from], { app: 'differs', code: 'file-differs' }, t);
      assert.match(ended.stderr, /Acme-1\.0\.0\.exe of 1\.0\.0 differs from its feed/, what);
    }
  }
  const { url } = await serveOldPlace(t, { ...files, 'Acme-1.0.0.exe': 'wrong' });
  const allowed = await cli.run(['import', url, '--app', 'differs', '--allow', 'file-differs']);
  assert.equal(allowed.code, 0, allowed.stderr);
  assert.match(allowed.stderr, /skipped: Acme-1\.0\.0\.exe of 1\.0\.0 \(its SHA-512 differs from its feed/);
  const [release] = await releasesOf('differs');
  assert.deepEqual(
    release?.artifacts.map(({ target }) => target),
    ['windows-aarch64'],
  );
});

test('an endless body is read only up to the declared size', async (t) => {
  await makeApp('endless');
  const place = await serveOldPlace(t, {
    'latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'right' }]),
  });
  let isClosed: Promise<void> | undefined;
  place.odd['Acme-1.0.0.exe'] = (_, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
    isClosed = new Promise((resolve) => {
      response.on('close', () => {
        clearInterval(timer);
        resolve();
      });
    });
  };
  await assertRefused([place.url], { app: 'endless', code: 'file-differs' }, t);
  await isClosed;
});

test('files of another origin, by name or by redirect, are fetched only with --from-anywhere', async (t) => {
  await makeApp('origins');
  const other = await serveOldPlace(t, { 'Acme-1.0.0.exe': 'right' });
  const named = electronFeed('1.0.0', [{ name: `${other.url}/Acme-1.0.0.exe`, bytes: 'right' }]);
  const byName = await serveOldPlace(t, { 'latest.yml': named });
  const byRedirect = await serveOldPlace(
    t,
    { 'latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'right' }]) },
    { 'Acme-1.0.0.exe': redirectTo(`${other.url}/Acme-1.0.0.exe`) },
  );
  const wholly = await serveOldPlace(t, {}, { 'latest.yml': redirectTo(`${byName.url}/latest.yml`) });
  for (const { url } of [byName, byRedirect, wholly]) {
    await assertRefused([url], { app: 'origins', code: 'file-elsewhere' }, t);
    assert.deepEqual(other.requests, []);
  }
  const ended = await cli.run(['import', byRedirect.url, '--app', 'origins', '--from-anywhere']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.equal((await releasesOf('origins')).length, 1);
});

test('plain http, local files and passwords in addresses are never requested', async (t) => {
  await makeApp('schemes');
  for (const from of [
    'http://updates.example.com/app',
    'ftp://127.0.0.1/app',
    'https://me:secret@127.0.0.1/app',
  ]) {
    const ended = await cli.run(['import', from, '--app', 'schemes']);
    assert.notEqual(ended.code, 0, from);
    assert.doesNotMatch(ended.stderr, /secret/);
  }
  const names = [
    'file:///etc/x.exe',
    'http://updates.example.com/x.exe',
    'https://me:pass@updates.example.com/x.exe',
    'data:text/plain,x.exe',
    'javascript:x.exe',
    'https://[/x.exe',
  ];
  const feed = electronFeed(
    '1.0.0',
    names.map((name) => ({ name, bytes: 'x' })),
  );
  const { url, requests } = await serveOldPlace(t, { 'latest.yml': feed });
  const ended = await assertRefused([url, '--from-anywhere'], { app: 'schemes', code: 'file-elsewhere' }, t);
  assert.doesNotMatch(ended.stderr, /--from-anywhere/);
  assert.deepEqual(
    requests.filter((path) => path.endsWith('.exe')),
    [],
  );
});

test('redirect loops end', async (t) => {
  await makeApp('circle');
  const place = await serveOldPlace(t, {}, { 'latest.yml': redirectTo('/app/latest.yml') });
  const ended = await cli.run(['import', place.url, '--app', 'circle']);
  assert.notEqual(ended.code, 0);
  assert.match(ended.stderr, /redirected more than 5 times/);
});

test('an oversized feed is not read', async (t) => {
  await makeApp('huge');
  const folder = await makeFolder(t, { 'latest.yml': Buffer.alloc(17 * 1024 * 1024, 'a') });
  await assertRefused([folder], { app: 'huge', code: 'feed-too-large' }, t);
  const place = await serveOldPlace(t, {});
  place.odd['latest.yml'] = (_, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(1024 * 1024, 'a')), 1);
    response.on('close', () => clearInterval(timer));
  };
  await assertRefused([place.url], { app: 'huge', code: 'feed-too-large' }, t);
});

test('control characters of a feed do not reach the terminal', async (t) => {
  await makeApp('terminal');
  const name = '\u001b]0;owned\u0007Acme.exe';
  const folder = await makeFolder(t, {
    'latest.yml': `version: "1.0.0"\nfiles:\n  - url: ${JSON.stringify(name)}\n    sha512: ${sha512('x')}\n`,
  });
  const ended = await cli.run(['import', folder, '--app', 'terminal']);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  assert.doesNotMatch(ended.stderr + ended.stdout, /\u001b|\u0007/);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFolder } from './folder.ts';
import { openStage } from './stage.ts';
import { type Answer, startInterceptor } from './stand-before.ts';
import { makeTauriBuild } from './tauri-build.ts';

/* The server reviews a release before the upload. A private key is detected locally and never sent. */

const { service, cli } = await openStage();

const publish = (app: string, cwd: string, ...more: string[]) =>
  cli.run(['publish', '--app', app, '--yes', ...more], { cwd });

/** The response of a server without this endpoint. */
const lacking =
  (missing: RegExp) =>
  (url: string): Answer | undefined =>
    missing.test(url)
      ? { status: 404, code: 'not-found', detail: 'There is nothing at this address.' }
      : undefined;

const releasesOf = async (app: string) => (await service.client.listReleases(app)).releases;

test('a release v1.2.3 signed for 1.2.3 is valid: the server compares like Tauri', async (t) => {
  await service.client.createApp({ slug: 'vee' });
  const folder = await makeFolder(t);
  await makeTauriBuild(folder, '1.2.3');
  const ended = await publish('vee', folder, '--release', 'v1.2.3');
  assert.equal(ended.code, 0, ended.stderr);
  const other = await publish('vee', folder, '--release', '1.2.4', '--dry-run');
  assert.match(other.stderr, /\[signature-version-differs\]/);
});

test('a private key instead of a signature is reported locally and never sent', async (t) => {
  await service.client.createApp({ slug: 'leak' });
  const bytes = Buffer.concat([Buffer.from('EdScB2'), Buffer.alloc(152, 7)]).toString('base64');
  const secret = Buffer.from(`untrusted comment: rsign encrypted secret key\n${bytes}\n`).toString('base64');
  const folder = await makeFolder(t, { 'a.AppImage': 'a', 'a.AppImage.sig': secret });
  const { requests, url } = await startInterceptor(t, service.url, lacking(/^$/));
  const words = ['--release', '1.0.0', '--target', 'linux-x86_64=a.AppImage', '--allow', 'all', '--url', url];
  const ended = await publish('leak', folder, ...words);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /contains a private key.*\[private-key\]/);
  assert.ok(requests.length > 0, 'the service was asked');
  assert.equal(requests.filter((request) => request.includes(secret.slice(0, 40))).length, 0);
});

test('warnings that 0.1 lacked are printed, and stop only with --strict', async (t) => {
  await service.client.createApp({ slug: 'words' });
  const folder = await makeFolder(t, { 'a.exe': 'a' });
  const words = ['--release', '1.0.0', '--target', 'win32-x64=a.exe', '--allow', 'signature-missing'];
  const strict = await publish('words', folder, ...words, '--strict');
  assert.equal(strict.code, 1);
  assert.match(
    strict.stderr,
    /windows-x86_64.*\[target-unasked\]\nNothing was uploaded\. .*--allow target-unasked/,
  );
  assert.deepEqual(await releasesOf('words'), []);
  const ended = await publish('words', folder, ...words);
  assert.equal(ended.code, 0, ended.stderr);
  assert.equal(ended.stderr.match(/\[target-unasked\]/g)?.length, 1, 'told once');
  const allowed = await publish(
    'words',
    folder,
    ...words.with(1, '1.1.0'),
    '--strict',
    '--allow',
    'target-unasked',
  );
  assert.equal(allowed.code, 0, allowed.stderr);
});

test('a rejection by the server is reported before anything is created or uploaded', async (t) => {
  await service.client.createApp({ slug: 'refused', adapter: 'rest' });
  const folder = await makeFolder(t, { a: 'a' });
  const words = ['--release', '1.0.0', '--target', 'linux-x86_64=a'];
  const ended = await publish('refused', folder, ...words, '--channel', 'nope', '--dry-run');
  assert.equal(ended.code, 3);
  assert.match(
    ended.stderr,
    /\[channel-missing\]\nNothing was uploaded\. Create the channel first, [^\n]*`slipway channels create/,
  );
});

test('a matrix job is not stopped by the artifacts of another one', async (t) => {
  await service.client.createApp({ slug: 'jobs' });
  const folder = await makeFolder(t, { a: 'a', b: 'b' });
  const job = (target: string, ...more: string[]) =>
    cli.run(['upload', '--app', 'jobs', '--release', '1.0.0', '--target', target, ...more], { cwd: folder });
  assert.equal((await job('linux-x86_64=a', '--allow', 'signature-missing')).code, 0);
  const own = await job('darwin-aarch64=b');
  assert.match(own.stderr, /darwin-aarch64 .*\[signature-missing\]/);
  assert.doesNotMatch(own.stderr, /linux-x86_64 has|for linux-x86_64/);
});

test('a server without review gets a warning, and publishing works', async (t) => {
  await service.client.createApp({ slug: 'old', adapter: 'rest' });
  const folder = await makeFolder(t, { a: 'a' });
  const { url } = await startInterceptor(t, service.url, lacking(/\/releases\/review$/));
  const ended = await publish(
    'old',
    folder,
    '--release',
    '1.0.0',
    '--target',
    'linux-x86_64=a',
    '--url',
    url,
  );
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /warning: this server is older than the CLI/);
});

test('a draft is continued with or without a v in its version', async (t) => {
  await service.client.createApp({ slug: 'spelt', adapter: 'rest' });
  const folder = await makeFolder(t, { a: 'a', b: 'b' });
  const words = ['--app', 'spelt', '--release', 'v1.0.0', '--target', 'linux-x86_64=a'];
  assert.equal((await cli.run(['upload', ...words], { cwd: folder })).code, 0);
  const ended = await publish('spelt', folder, '--release', '1.0.0', '--target', 'linux-aarch64=b');
  assert.equal(ended.code, 0, ended.stderr);
  const releases = await releasesOf('spelt');
  assert.deepEqual(
    releases.map(({ version, state, artifacts }) => [version, state, artifacts.length]),
    [['v1.0.0', 'published', 2]],
  );
  assert.match((await cli.run(['releases', 'show', '1.0.0', '--app', 'spelt'])).stdout, /v1\.0\.0 on stable/);
});

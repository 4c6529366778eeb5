import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { examineHostName } from '../src/doctor/public-host.ts';
import { createApiFetch } from '../src/net/api-fetch.ts';
import { makeFolder } from './folder.ts';
import { openStage } from './stage.ts';

/* Builds, server, and clients must use the same target names; otherwise no client gets an update. */

const { service, cli } = await openStage();

const makeApp = async (slug: string) => (await service.client.createApp({ slug, adapter: 'rest' })).app;

const publish = (app: string, folder: string, ...targets: string[]) =>
  cli.run(
    ['publish', '--app', app, '--release', '1.0.0', ...targets.flatMap((one) => ['--target', one]), '--yes'],
    { cwd: folder },
  );

/** Runs the documented Electron code with this platform and architecture. */
const documentedClient = async (folder: string, platform: string, arch: string) => {
  const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'CLIENTS.md'), 'utf8');
  const block = /<!-- electron:[^>]*-->\n```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const file = join(folder, `client-${platform}-${arch}.mjs`);
  await writeFile(
    file,
    block.replaceAll('process.platform', `'${platform}'`).replaceAll('process.arch', `'${arch}'`),
  );
  return (await import(pathToFileURL(file).href)) as {
    findUpdate(version: string, base: string): Promise<{ version: string } | undefined>;
  };
};

/** Node's fetch uses the system resolver for *.localhost; this one connects to loopback. */
const dialLocalhost = (t: TestContext): void => {
  const dial = createApiFetch({ userAgent: 'test', signal: new AbortController().signal });
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    const answer = await dial(url, { method: 'GET', headers: {} });
    return new Response(answer.status === 204 ? null : await answer.text(), { status: answer.status });
  });
};

test('electron-builder output is offered to the documented client on every system', async (t) => {
  const app = await makeApp('electron');
  const folder = await makeFolder(t, {
    'dist/latest.yml':
      'version: 3.0.0\nfiles:\n  - url: Acme-Setup-3.0.0.exe\n  - url: Acme-3.0.0-arm64-setup.exe\n',
    'dist/latest-mac.yml':
      'version: 3.0.0\nfiles:\n  - url: Acme-3.0.0-arm64-mac.zip\n  - url: Acme-3.0.0-mac.zip\n',
    'dist/latest-linux.yml': 'version: 3.0.0\nfiles:\n  - url: Acme-3.0.0.AppImage\n',
    'dist/latest-linux-arm64.yml': 'version: 3.0.0\nfiles:\n  - url: Acme-3.0.0-arm64.AppImage\n',
    'dist/Acme-Setup-3.0.0.exe': '1',
    'dist/Acme-3.0.0-arm64-setup.exe': '2',
    'dist/Acme-3.0.0-arm64-mac.zip': '3',
    'dist/Acme-3.0.0-mac.zip': '4',
    'dist/Acme-3.0.0.AppImage': '5',
    'dist/Acme-3.0.0-arm64.AppImage': '6',
  });
  const ended = await cli.run(['publish', '--app', 'electron', '--yes'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(
    ended.stdout,
    /windows-x86_64 +\S+\/releases\/stable\/windows\/x86_64\/\{version\} +offers 3\.0\.0/,
  );
  assert.doesNotMatch(ended.stderr, /warning/);
  dialLocalhost(t);
  for (const platform of ['win32', 'darwin', 'linux'])
    for (const arch of ['x64', 'arm64']) {
      const { findUpdate } = await documentedClient(folder, platform, arch);
      const update = await findUpdate('2.0.0', `${app.publicUrl}/releases/stable`);
      assert.equal(update?.version, '3.0.0', `${platform} ${arch}`);
    }
  const { findUpdate } = await documentedClient(folder, 'sunos', 'x64');
  await assert.rejects(findUpdate('2.0.0', `${app.publicUrl}/releases/stable`), /sunos/);
});

test('publish warns if documented clients do not request a target', async (t) => {
  await makeApp('foreign');
  const folder = await makeFolder(t, { a: 'a' });
  const ended = await publish('foreign', folder, 'win32-x64=a', 'linux-x86_64=a', 'osx-universal=a');
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stdout, /win32-x64 +\S+\/stable\/win32\/x64\/\{version\} +offers 1\.0\.0/);
  assert.match(
    ended.stderr,
    /warning: clients that follow the documentation request \S+\/stable\/windows\/x86_64\/\{version\} and get nothing\.[^\n]*--target windows-x86_64=/,
  );
  for (const arch of ['aarch64', 'x86_64'])
    assert.match(ended.stderr, new RegExp(`request \\S+/stable/darwin/${arch}/`));
  assert.equal(
    ended.stderr.match(/warning: clients/g)?.length,
    3,
    'linux-x86_64 is in the words of the documents',
  );
  const doctor = await cli.run(['doctor', '--app', 'foreign', '--json', '--read-only']);
  const clients = doctor.objects.find(({ about }) => about === 'clients');
  assert.equal(clients?.state, 'doubtful');
  assert.match(String(clients?.remedy), /\/stable\/windows\/x86_64\/\{version\} and get nothing/);
});

test('check sends the exact arguments, suggests a target, and lists the existing ones', async (t) => {
  await makeApp('asked');
  const folder = await makeFolder(t, { a: 'a' });
  assert.equal((await publish('asked', folder, 'windows-x86_64=a', 'linux-deb-x86_64=a')).code, 0);
  const ask = (...words: string[]) => cli.run(['check', ...words, '--app', 'asked']);
  const foreign = await ask('win32', 'x64', '0.9.0');
  assert.equal(foreign.code, 0, foreign.stderr);
  assert.match(foreign.stdout, /^win32 x64 0\.9\.0 on stable gets no update\.\n/);
  assert.match(foreign.stdout, /\nDid you mean windows x86_64\?/);
  assert.match(foreign.stdout, /\nAvailable targets: linux-deb x86_64, windows x86_64\.\n/);
  assert.match((await ask('linux-deb', 'amd64', '0.9.0')).stdout, /Did you mean linux-deb x86_64\?/);
  const absent = await ask('darwin', 'aarch64', '0.9.0');
  assert.doesNotMatch(absent.stdout, /Did you mean/);
  assert.match(absent.stdout, /Available targets/);
  const current = await ask('windows', 'x86_64', '1.0.0');
  assert.match(current.stdout, /gets no update/);
  assert.doesNotMatch(current.stdout, /Did you mean|Available targets/);
  const [object] = (await ask('win32', 'x64', '0.9.0', '--json')).objects;
  assert.deepEqual([object?.offered, object?.didYouMean], [null, 'windows-x86_64']);
  assert.match(String(object?.address), /\/releases\/stable\/win32\/x64\/0\.9\.0$/);
});

test('doctor checks like a client, and reports a name that only slipway resolves', async (t) => {
  const app = await makeApp('well');
  const folder = await makeFolder(t, { a: 'a' });
  assert.equal((await publish('well', folder, 'linux-x86_64=a')).code, 0);
  const { stdout, code } = await cli.run(['doctor', '--app', 'well', '--read-only']);
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /ok {3}clients +Clients get 1\.0\.0 on linux-x86_64 at \S+\/linux\/x86_64\/\{version\}\./,
  );
  const resolves = await lookup('well.localhost').then(
    () => true,
    () => false,
  );
  assert.equal(/well\.localhost:\d+ resolves/.test(stdout), resolves);

  const url = new URL(app.publicUrl);
  const unknown = await examineHostName(url, 'well', async () => false);
  assert.equal(unknown.state, 'doubtful');
  assert.match(
    `${unknown.detail} ${unknown.remedy}`,
    /can’t resolve the name[\s\S]*127\.0\.0\.1 well\.localhost[\s\S]*Host: well/,
  );
  assert.equal((await examineHostName(url, 'well', async () => true)).state, 'good');
  const unexpectedLookup = async () => assert.fail('a name that answered by DNS needs no second look');
  assert.equal(
    (await examineHostName(new URL('https://acme.example'), 'acme', unexpectedLookup)).state,
    'good',
  );
});

test('doctor reports a missing app, not the key', async () => {
  const ended = await cli.run(['doctor', '--app', 'nope', '--read-only']);
  assert.notEqual(ended.code, 0);
  assert.match(ended.stdout + ended.stderr, /App nope not found, or this key has no access to it\./);
  assert.match(ended.stderr, /Check failed: app\./);
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { createPublicClient, type Release } from '@slipway/api';
import { createApiFetch } from '../src/net/api-fetch.ts';
import { type Cli, installCli } from './cli.ts';
import { makeFolder } from './folder.ts';
import { type LineProxy, startProxy } from './proxy.ts';
import { adminKey, behindProxy, type Service, startService } from './service.ts';
import { makeTauriBuild } from './tauri-build.ts';

let service: Service;
let proxy: LineProxy;
let cli: Cli;
const fetch = createApiFetch({ userAgent: 'test', signal: new AbortController().signal });

before(async () => {
  proxy = await startProxy();
  service = await startService(await behindProxy(proxy));
  cli = await installCli(service.url);
});
after(async () => {
  await service.stop();
  proxy.stop();
  await cli.remove();
});

const makeApp = async (slug: string, adapter = 'rest') => {
  const { app } = await service.client.createApp({ slug, adapter });
  return { app, anyone: createPublicClient({ baseUrl: app.publicUrl, fetch }) };
};

const eventsOf = (objects: Record<string, unknown>[]) => objects.map(({ event }) => event);

test('a file becomes a release that clients are offered and can download', async (t) => {
  const { anyone } = await makeApp('whole');
  const folder = await makeFolder(t, { 'out/app.tar.gz': 'the bytes', 'CHANGES.md': '# News' });
  const words = ['publish', '--app', 'whole', '--release', '1.0.0', '--notes', '@CHANGES.md', '--yes'];
  const ended = await cli.run([...words, '--target', 'linux-x86_64=out/app.tar.gz'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(
    ended.stdout,
    /^Published whole 1\.0\.0 on stable \(rel_\w+\)\.\nAsked as clients ask:\n.*\n {2}linux-x86_64 {2}http:\/\/whole\.localhost\S+ +offers 1\.0\.0\n/,
  );
  assert.match(ended.stderr, /linux-x86_64: uploaded 9 B/);
  const offer = await anyone.check({
    channel: 'stable',
    target: 'linux',
    arch: 'x86_64',
    currentVersion: '0.9.0',
  });
  assert.deepEqual([offer?.version, offer?.notes, offer?.size], ['1.0.0', '# News', '9']);
  const download = await fetch(String(offer?.url), { method: 'GET', headers: {} });
  assert.equal(await download.text(), 'the bytes');
  assert.equal(offer?.sha256, createHash('sha256').update('the bytes').digest('hex'));
});

test('the same command again changes nothing; other bytes or signatures need a new version', async (t) => {
  await makeApp('again');
  const folder = await makeFolder(t, { 'a.bin': 'one' });
  const words = [
    'publish',
    '--app',
    'again',
    '--release',
    '1.0.0',
    '--target',
    'linux-x86_64=a.bin',
    '--json',
  ];
  const first = await cli.run(words, { cwd: folder });
  assert.deepEqual(eventsOf(first.objects), [
    'plan',
    'draft',
    'hashing',
    'uploading',
    'uploaded',
    'published',
    'offered',
  ]);
  const second = await cli.run(words, { cwd: folder });
  assert.equal(second.code, 0);
  assert.deepEqual(eventsOf(second.objects), ['plan', 'draft', 'hashing', 'published', 'offered']);
  const [one, two] = [first, second].map(
    ({ objects }) => objects.find(({ event }) => event === 'published')?.release,
  );
  assert.deepEqual(one, two);
  await writeFile(join(folder, 'a.bin'), 'two');
  const third = await cli.run(words, { cwd: folder });
  assert.deepEqual([third.code, third.objects.at(-1)?.code], [3, 'version-taken']);
  await writeFile(join(folder, 'a.bin'), 'one');
  await writeFile(join(folder, 'a.bin.sig'), 'a signature');
  const signed = await cli.run(words, { cwd: folder });
  assert.deepEqual([signed.code, signed.objects.at(-1)?.code], [3, 'version-taken']);
  assert.match(signed.stderr, /is already published, with another signature for linux-x86_64\./);
});

test('a Tauri build publishes every bundle with its signature', async (t) => {
  const { anyone } = await makeApp('tauri-app', 'tauri');
  const folder = await makeFolder(t);
  await makeTauriBuild(folder, '2.1.0');
  const ended = await cli.run(['publish', '--app', 'tauri-app', '--json'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stdout + ended.stderr);
  const published = ended.objects.find(({ event }) => event === 'published');
  assert.deepEqual(published?.warnings, []);
  const release = published?.release as Release;
  assert.deepEqual(release.artifacts.map(({ target, format }) => `${target} ${format}`).sort(), [
    'darwin-aarch64 .app.tar.gz',
    'linux-deb-x86_64 .deb',
    'linux-x86_64 .AppImage',
    'windows-x86_64 .exe',
  ]);
  // The endpoint …/{{target}}-{{bundle_type}}/{{arch}}/… of an app that was installed from the .deb.
  const asked = { channel: 'stable', target: 'linux-deb', arch: 'x86_64', currentVersion: '2.0.0' };
  const offer = await anyone.check(asked);
  const path = 'src-tauri/target/release/bundle/deb/Acme_2.1.0_amd64.deb.sig';
  assert.equal(offer?.signature, (await readFile(join(folder, path), 'utf8')).trim());
  const older = await cli.run(['publish', '--app', 'tauri-app', '--release', '2.0.9', '--dry-run'], {
    cwd: folder,
  });
  assert.equal(older.code, 1);
  for (const code of ['signature-version-differs', 'version-differs', 'older-version']) {
    assert.match(older.stderr, new RegExp(`\\[${code}\\]`));
  }
});

test('an electron-builder dist publishes what its feeds name', async (t) => {
  await makeApp('electron');
  const folder = await makeFolder(t, {
    'dist/latest.yml': 'version: 3.0.0\nfiles:\n  - url: Acme Setup 3.0.0.exe\n    size: 3\n',
    'dist/latest-mac.yml':
      'version: 3.0.0\nfiles:\n  - url: Acme-3.0.0-arm64-mac.zip\n  - url: Acme-3.0.0-mac.zip\n',
    'dist/Acme Setup 3.0.0.exe': 'exe',
    'dist/Acme-3.0.0-arm64-mac.zip': 'arm',
    'dist/Acme-3.0.0-mac.zip': 'x64',
    'package.json': '{"version": "3.0.0"}',
  });
  const ended = await cli.run(['publish', '--app', 'electron', '--json'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const release = ended.objects.find(({ event }) => event === 'published')?.release as Release;
  assert.deepEqual(release.artifacts.map(({ target }) => target).sort(), [
    'darwin-aarch64',
    'darwin-x86_64',
    'windows-x86_64',
  ]);
});

test('a file with other bytes than its feed announces is a stale build', async (t) => {
  await makeApp('stale');
  const sha512 = createHash('sha512').update('exe').digest('base64');
  const folder = await makeFolder(t, {
    'dist/latest.yml': `version: 3.0.0\nfiles:\n  - url: Acme-Setup-3.0.0.exe\n    sha512: ${sha512}\n    size: 3\n`,
    'dist/Acme Setup 3.0.0.exe': 'old',
  });
  const words = ['publish', '--app', 'stale', '--json'];
  for (const more of [['--dry-run'], []]) {
    const stale = await cli.run([...words, ...more], { cwd: folder });
    assert.deepEqual([stale.code, stale.objects.at(-1)?.code], [1, 'build-stale'], stale.stdout);
  }
  assert.deepEqual((await service.client.listReleases('stale')).releases, []);
  await writeFile(join(folder, 'dist/Acme Setup 3.0.0.exe'), 'exe');
  const built = await cli.run(words, { cwd: folder });
  assert.equal(built.code, 0, built.stderr);
});

test('mistakes are told before anything is made, and a dry run makes nothing', async (t) => {
  await makeApp('careful', 'tauri');
  const folder = await makeFolder(t, { 'a.AppImage': 'x', 'empty.AppImage': '' });
  const target = ['--target', 'linux-x86_64=a.AppImage'];
  const words = [
    'publish',
    '--app',
    'careful',
    '--release',
    '1.0',
    '--target',
    'linux-aarch64=empty.AppImage',
    ...target,
  ];
  const wrong = await cli.run(words, { cwd: folder });
  assert.equal(wrong.code, 1);
  for (const code of ['signature-missing', 'file-empty', 'version-unreadable']) {
    assert.match(wrong.stderr, new RegExp(`\\[${code}\\]`));
  }
  assert.match(wrong.stderr, /Nothing was sent/);
  const dry = await cli.run(
    [
      'publish',
      '--app',
      'careful',
      '--release',
      '1.0.0',
      ...target,
      '--allow',
      'signature-missing',
      '--dry-run',
    ],
    { cwd: folder },
  );
  assert.deepEqual([dry.code, dry.stdout], [0, 'Dry run: nothing was uploaded.\n']);
  assert.deepEqual((await service.client.listReleases('careful')).releases, []);
});

test('an older version and a dropped target are refused unless they are allowed', async (t) => {
  const { anyone } = await makeApp('back');
  const folder = await makeFolder(t, { 'a.bin': 'a', 'b.bin': 'b' });
  const publish = (version: string, targets: string[], more: string[] = []) =>
    cli.run(
      [
        'publish',
        '--app',
        'back',
        '--release',
        version,
        ...targets.flatMap((one) => ['--target', one]),
        ...more,
      ],
      { cwd: folder },
    );
  assert.equal((await publish('2.0.0', ['linux-x86_64=a.bin', 'linux-aarch64=b.bin'])).code, 0);
  const refused = await publish('1.9.0', ['linux-x86_64=b.bin']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /\[older-version\]\n.*linux-aarch64.*\[target-dropped\]/);
  const allowed = await publish('1.9.0', ['linux-x86_64=b.bin'], ['--allow', 'older-version,target-dropped']);
  assert.equal(allowed.code, 0, allowed.stderr);
  const offer = await anyone.check({
    channel: 'stable',
    target: 'linux',
    arch: 'x86_64',
    currentVersion: '1.0.0',
  });
  assert.equal(offer?.version, '1.9.0');
});

test('the jobs of a matrix upload in parallel, and the last publishes once all is there', async (t) => {
  await makeApp('matrix');
  const folder = await makeFolder(t, { a: 'a', b: 'b', c: 'c' });
  const upload = (target: string) =>
    cli.run(['upload', '--app', 'matrix', '--release', '1.0.0', '--target', target], { cwd: folder });
  const words = [
    'publish',
    '--app',
    'matrix',
    '--release',
    '1.0.0',
    '--require',
    'l-a,l-b',
    '--require',
    'l-c',
  ];
  const nothing = await cli.run(words, { cwd: folder });
  assert.equal(nothing.code, 2, 'there is no draft yet');
  const jobs = await Promise.all(['l-a=a', 'l-b=b'].map(upload));
  assert.deepEqual(
    jobs.map(({ code }) => code),
    [0, 0],
    jobs.map(({ stderr }) => stderr).join(),
  );
  const early = await cli.run(words, { cwd: folder });
  assert.equal(early.code, 1);
  assert.match(early.stderr, /1\.0\.0 lacks l-c\./);
  assert.equal((await upload('l-c=c')).code, 0);
  const dry = await cli.run([...words, '--dry-run', '--json'], { cwd: folder });
  const planned = dry.objects[0]?.artifacts as { target: string; path: null; alreadyThere: boolean }[];
  assert.deepEqual(
    planned.map(({ target, path, alreadyThere }) => [target, path, alreadyThere]),
    ['l-a', 'l-b', 'l-c'].map((target) => [target, null, true]),
  );
  const last = await cli.run(words, { cwd: folder });
  assert.equal(last.code, 0, last.stderr);
  assert.match(last.stderr, /on stable, 3 artifacts:\n.*\n {2}l-a .* \(already there\)\n/);
  const { releases } = await service.client.listReleases('matrix');
  assert.deepEqual(
    releases.map(({ state, artifacts }) => [state, artifacts.length]),
    [['published', 3]],
  );
});

test('a target that is declared but not uploaded counts as missing', async (t) => {
  await makeApp('declared');
  const folder = await makeFolder(t, { a: 'a' });
  await service.client.createRelease('declared', { version: '1.0.0' });
  const sha256 = createHash('sha256').update('b').digest('hex');
  await service.client.presignArtifact('declared', {
    version: '1.0.0',
    target: 'l-b',
    format: '.x',
    size: 1,
    sha256,
  });
  const words = ['publish', '--app', 'declared', '--release', '1.0.0', '--target', 'l-a=a'];
  const required = await cli.run([...words, '--require', 'l-a,l-b'], { cwd: folder });
  assert.equal(required.code, 1);
  assert.match(required.stderr, /1\.0\.0 lacks l-b\. Not all of l-b has arrived/);
  const dry = await cli.run([...words, '--require', 'l-a,l-b', '--dry-run'], { cwd: folder });
  assert.deepEqual([dry.code, dry.stderr], [required.code, required.stderr], 'a dry run says the same');
  const unrequired = await cli.run(words, { cwd: folder });
  assert.equal(unrequired.code, 3);
  assert.match(unrequired.stderr, /\nNot all of l-b has arrived: .* run that job again\./);
  assert.doesNotMatch(unrequired.stderr, /it uploads what is missing/);
});

test('a release without artifacts is not published unless that is allowed', async (t) => {
  await makeApp('empty');
  const folder = await makeFolder(t);
  await service.client.createRelease('empty', { version: '1.0.0' });
  const words = ['publish', '--app', 'empty', '--release', '1.0.0'];
  const refused = await cli.run(words, { cwd: folder });
  assert.equal(refused.code, 1, refused.stdout);
  assert.match(refused.stderr, /has no artifacts.* \[no-artifacts\]/);
  const [draft] = (await service.client.listReleases('empty')).releases;
  assert.equal(draft?.state, 'draft');
  const { secret } = await service.client.createKey('empty', { name: 'ci', scopes: ['publish'] });
  const unread = await cli.run(words.with(4, '2.0.0'), { cwd: folder, env: { SLIPWAY_KEY: secret } });
  assert.equal(unread.code, 2, 'a key that may not read sees no draft to publish');
  assert.equal((await service.client.listReleases('empty')).releases.length, 1);
  const allowed = await cli.run([...words, '--allow', 'no-artifacts'], { cwd: folder });
  assert.equal(allowed.code, 0, allowed.stderr);
  assert.doesNotMatch(allowed.stdout, /Asked as clients ask|offers/);
});

test('who publishes must allow what an upload job has allowed', async (t) => {
  await makeApp('unsigned', 'tauri');
  const folder = await makeFolder(t, { 'a.AppImage': 'a' });
  const words = ['--app', 'unsigned', '--release', '1.0.0', '--json'];
  const allow = ['--allow', 'signature-missing'];
  const upload = ['upload', ...words, '--target', 'linux-x86_64=a.AppImage', ...allow];
  assert.equal((await cli.run(upload, { cwd: folder })).code, 0);
  const publish = ['publish', ...words, '--require', 'linux-x86_64'];
  for (const more of [['--dry-run'], []]) {
    const refused = await cli.run([...publish, ...more], { cwd: folder });
    assert.deepEqual([refused.code, refused.objects.at(-1)?.code], [1, 'signature-missing'], refused.stdout);
  }
  const [draft] = (await service.client.listReleases('unsigned')).releases;
  assert.equal(draft?.state, 'draft');
  const allowed = await cli.run([...publish, ...allow], { cwd: folder });
  assert.equal(allowed.code, 0, allowed.stderr);
  const published = allowed.objects.find(({ event }) => event === 'published');
  assert.deepEqual(published?.warnings, [], 'what was allowed is not told again');
});

test('what the service warns of once all is uploaded is refused before it is published', async (t) => {
  await makeApp('late', 'tauri');
  const folder = await makeFolder(t, { a: 'a'.repeat(500) });
  const words = ['publish', '--app', 'late', '--release', '1.0.0', '--target', 'l-a=a'];
  const declare = () =>
    service.client.presignArtifact('late', {
      version: '1.0.0',
      target: 'l-b',
      format: '.x',
      size: 1,
      sha256: createHash('sha256').update('b').digest('hex'),
      signature: 'nonsense',
    });
  let declared: Promise<unknown> | undefined;
  // Another job writes to the draft while this one is at the storage.
  proxy.behave(() => ({ kind: 'slow', bytesPerSecond: 500 }));
  const ended = await cli.run([...words, '--allow', 'signature-missing', '--json'], {
    cwd: folder,
    watch: (text) => {
      if (text.includes('"uploading"')) declared ??= declare();
    },
  });
  proxy.behave(() => ({ kind: 'pass' }));
  await declared;
  assert.deepEqual([ended.code, ended.objects.at(-1)?.code], [1, 'signature-unreadable'], ended.stdout);
  assert.match(ended.stderr, /Nothing was published; the draft is kept\. .*--allow signature-unreadable/);
});

test('a release whose artifacts were all pruned is not called offered', async (t) => {
  await makeApp('pruned');
  const folder = await makeFolder(t, { a: 'a' });
  const words = ['publish', '--app', 'pruned', '--release', '1.0.0', '--target', 'l-a=a'];
  assert.equal((await cli.run(words, { cwd: folder })).code, 0);
  const [release] = (await service.client.listReleases('pruned')).releases;
  await service.client.pruneArtifact('pruned', String(release?.id), 'l-a');
  const again = await cli.run([...words, '--json'], { cwd: folder });
  assert.deepEqual([again.code, again.objects.at(-1)?.code], [1, 'not-offered'], again.stdout);
  assert.doesNotMatch(again.stdout, /"offered"/);
});

test('the key never travels to the upload address', async (t) => {
  await makeApp('secret');
  const folder = await makeFolder(t, { a: 'a' });
  proxy.heads.length = 0;
  const ended = await cli.run(['publish', '--app', 'secret', '--release', '1.0.0', '--target', 'l-a=a'], {
    cwd: folder,
  });
  assert.equal(ended.code, 0);
  assert.equal(proxy.heads.length, 1);
  assert.match(proxy.heads[0] ?? '', /^PUT .*x-amz-server-side-encryption: AES256/s);
  assert.doesNotMatch(proxy.heads[0] ?? '', /authorization|an-admin-key/i);
});

test('a key that may only publish is enough', async (t) => {
  await makeApp('narrow');
  const { secret } = await service.client.createKey('narrow', { name: 'ci', scopes: ['publish'] });
  const folder = await makeFolder(t, { a: 'a' });
  const words = ['publish', '--app', 'narrow', '--release', '1.0.0', '--target', 'l-a=a'];
  const ended = await cli.run(words, { cwd: folder, env: { SLIPWAY_KEY: secret } });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /warning: the key may not read/);
});

test('the project file and the environment spare the flags', async (t) => {
  await makeApp('spared');
  await service.client.createChannel('spared', { name: 'beta' });
  const project = { app: 'spared', channel: 'beta', paths: ['out'] };
  const folder = await makeFolder(t, {
    'slipway.json': JSON.stringify({ url: service.url, ...project }),
    'package.json': '{"version": "1.0.0"}',
    'out/Acme_1.0.0_amd64.AppImage': 'x',
  });
  const home = await makeFolder(t);
  const env = { SLIPWAY_URL: undefined, SLIPWAY_KEY: undefined, XDG_CONFIG_HOME: home };
  const login = ['login', '--url', service.url, '--key-stdin'];
  assert.equal((await cli.run(login, { cwd: home, env, input: adminKey })).code, 0);
  const ended = await cli.run(['publish'], { cwd: join(folder, 'out'), env });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stdout, /Published spared 1\.0\.0 on beta/);
});

test('a draft left by an earlier run is continued, with its new notes', async (t) => {
  await makeApp('drafted');
  const folder = await makeFolder(t, { a: 'a', b: 'b' });
  const words = ['--app', 'drafted', '--release', '1.0.0', '--json'];
  const first = await cli.run(['upload', ...words, '--target', 'l-a=a', '--notes', 'old'], { cwd: folder });
  assert.deepEqual(first.objects.at(-1)?.event, 'done');
  await rm(join(folder, 'b'));
  await writeFile(join(folder, 'b'), 'bb');
  const second = await cli.run(
    ['publish', ...words, '--target', 'l-a=a', '--target', 'l-b=b', '--notes', 'new'],
    { cwd: folder },
  );
  assert.equal(second.code, 0, second.stderr);
  const uploads = second.objects.filter(({ event }) => event === 'uploaded');
  assert.deepEqual(uploads.map(({ target, kept }) => [target, kept]).sort(), [
    ['l-a', true],
    ['l-b', false],
  ]);
  const release = second.objects.find(({ event }) => event === 'published')?.release as Release;
  assert.equal(release.notes, 'new');
});

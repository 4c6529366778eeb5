import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { openProxiedStage } from '../stage.ts';

const { service, cli, proxy, makeApp } = await openProxiedStage();

test('mistakes are reported before anything is created, and a dry run creates nothing', async (t) => {
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
  assert.match(wrong.stderr, /Nothing was uploaded/);
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

test('an older version and a dropped target are rejected unless allowed', async (t) => {
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

test('a release without artifacts is not published unless allowed', async (t) => {
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
  assert.doesNotMatch(allowed.stdout, /Verified from the client side|offers/);
});

test('publish must allow what the upload job allowed', async (t) => {
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

test('a server warning that appears during the upload stops the publish', async (t) => {
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
  // Another job changes the draft while this one uploads.
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
  assert.match(ended.stderr, /Nothing was published\. The draft is saved\. .*--allow signature-unreadable/);
});

test('a release whose artifacts are all pruned is not reported as offered', async (t) => {
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

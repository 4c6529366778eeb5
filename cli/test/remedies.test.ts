import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFolder } from './folder.ts';
import { openStage } from './stage.ts';

/* An error names the next step: the missing scope, app, release, or channel, and how to list them. */

const app = ['--app', 'acme'];

const { service, cli } = await openStage();
await service.client.createApp({ slug: 'acme', adapter: 'rest' });

const failing = async (words: string[], env: Record<string, string> = {}) => {
  const ended = await cli.run(words, { env });
  assert.notEqual(ended.code, 0, words.join(' '));
  return ended.stderr;
};

test('a missing scope is named, with the command that creates a key with it', async () => {
  const { secret } = await service.client.createKey('acme', { name: 'reader', scopes: ['read'] });
  const { release } = await service.client.createRelease('acme', { version: '0.1.0' });
  const env = { SLIPWAY_KEY: secret };
  const cases: [string[], RegExp][] = [
    [['channels', 'create', 'beta', ...app], /keys create <name> --scopes manage,read/],
    [['releases', 'withdraw', release.id, '--reason', 'x', '--yes', ...app], /--scopes withdraw,read/],
    [['releases', 'notes', release.id, 'x', ...app], /--scopes publish,read/],
    [['apps', 'list'], /Use the admin key, in SLIPWAY_KEY or with `slipway login`/],
    [['domains', 'create', 'a.example', ...app], /Use the admin key/],
  ];
  for (const [words, remedy] of cases) assert.match(await failing(words, env), remedy, words.join(' '));
  assert.doesNotMatch(await failing(['apps', 'list'], env), /keys create/);
  const manager = await service.client.createKey('acme', { name: 'm', scopes: ['manage'] });
  const granting = ['keys', 'create', 'x', '--scopes', 'prune', ...app];
  assert.match(
    await failing(granting, { SLIPWAY_KEY: manager.secret }),
    /can grant only scopes that it has itself/,
  );
});

test('a missing object is named, with the command that lists the existing ones', async () => {
  const cases: [string[], RegExp][] = [
    [['releases', 'list', '--app', 'amce'], /App amce not found, [\s\S]*`slipway apps list`/],
    [['apps', 'show', 'amce'], /App amce not found, /],
    [['releases', 'show', 'rel_none', ...app], /no such release[\s\S]*`slipway releases list`/],
    [['channels', 'change', 'nope', '--active', ...app], /no such channel[\s\S]*`slipway channels list`/],
    [['keys', 'delete', 'key_none', '--yes', ...app], /no such key[\s\S]*`slipway keys list`/],
    [['domains', 'delete', 'a.example', '--yes', ...app], /no such domain[\s\S]*`slipway domains list`/],
    [
      ['releases', 'show', '9.9.9', ...app],
      /Release 9\.9\.9 not found in acme on stable\.\nNewest releases: 0\.1\.0\./,
    ],
    [
      ['releases', 'show', '0.1.0', '--channel', 'bta', ...app],
      /Channel bta not found in acme\.\nAvailable channels: stable\./,
    ],
  ];
  for (const [words, remedy] of cases) assert.match(await failing(words), remedy, words.join(' '));
});

test('help says that withdrawing needs a reason, and the audit log shows it', async (t) => {
  assert.match(
    (await cli.run(['releases', 'withdraw', '--help'])).stdout,
    /--reason <text> +reason, for the audit log \(required/,
  );
  const folder = await makeFolder(t, { a: 'a' });
  const publish = ['publish', '--release', '1.0.0', '--target', 'linux-x86_64=a', '--yes', ...app];
  assert.equal((await cli.run(publish, { cwd: folder })).code, 0);
  const withdraw = ['releases', 'withdraw', '1.0.0', '--reason', 'crashes at start', '--yes', ...app];
  assert.equal((await cli.run(withdraw)).code, 0);
  assert.equal((await cli.run(['prune', '1.0.0', 'linux-x86_64', '--yes', ...app])).code, 0);
  for (const change of ['--hold', '--unhold'])
    assert.equal((await cli.run(['releases', 'policy', '1.0.0', change, 'linux-x86_64', ...app])).code, 0);
  const { stdout } = await cli.run(['audit', ...app]);
  assert.match(
    stdout,
    /release\.policy +rel_\S+ +1\.0\.0, heldTargets: none\n/,
    'what was taken away is told, too',
  );
  assert.match(stdout, /release\.withdraw +rel_\S+ +1\.0\.0, reason: crashes at start\n/);
  assert.match(stdout, /release\.publish +rel_\S+ +1\.0\.0, on stable\n/);
  assert.match(stdout, /artifact\.prune +art_\S+ +1\.0\.0, linux-x86_64\b/);
});

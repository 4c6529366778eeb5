import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../../lab/until.ts';
import { commands } from '../src/commands/table.ts';
import { createApiFetch } from '../src/net/api-fetch.ts';
import { type Cli, installCli } from './cli.ts';
import { makeFolder } from './folder.ts';
import { adminKey, type Service, startService } from './service.ts';

/* Every command but publish and upload, against a running service; publish.test.ts has those. */

let service: Service;
let cli: Cli;
const used = new Set<string>(['publish', 'upload']);

before(async () => {
  service = await startService();
  cli = await installCli(service.url);
});
after(async () => {
  await service.stop();
  await cli.remove();
});

/** Runs the command of that name; the last test sees to it that each had its turn. */
const run: Cli['run'] = (words, options) => {
  used.add(words.slice(0, 2).join(' '));
  used.add(words[0] ?? '');
  return cli.run(words, options);
};

/** Runs a command for people and again, or instead, for machines. */
const read = async (words: string[]) => {
  const told = await run(words);
  assert.equal(told.code, 0, told.stderr);
  const { objects, stdout } = await run([...words, '--json']);
  assert.equal(stdout.trimEnd().split('\n').length, 1, 'one object on one line');
  return { text: told.stdout, object: objects[0] ?? {} };
};

const publishVersion = async (app: string, version: string) => {
  const folder = await cli.run([
    'publish',
    '--app',
    app,
    '--release',
    version,
    '--target',
    `linux-x86_64=${cli.bin}`,
    '--yes',
  ]);
  assert.equal(folder.code, 0, folder.stderr);
};

test('apps are made, listed, shown, changed and deleted', async () => {
  const made = await run([
    'apps',
    'create',
    'one',
    '--name',
    'App One',
    '--adapter',
    'rest',
    '--allowance',
    '10G',
    '--json',
  ]);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, new RegExp(`"allowanceBytes":${10 * 1024 ** 3}`));
  const list = await read(['apps', 'list']);
  assert.match(list.text, /one\s+App One\s+rest\s+http:\/\/one\.localhost/);
  assert.match((await read(['apps', 'show', 'one'])).text, /allowance\s+10\.0 GiB per month/);
  const changed = await run(['apps', 'change', 'one', '--name', 'First', '--allowance', 'unlimited']);
  assert.match(changed.stdout, /First[\s\S]*unlimited/);
  const unasked = await run(['apps', 'delete', 'one']);
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /This deletes the app one[\s\S]*Pass --yes/);
  assert.equal((await run(['apps', 'delete', 'one', '--yes'])).stdout, 'Deleted the app one.\n');
  assert.equal((await cli.run(['apps', 'show', 'one'])).code, 3);
  assert.equal((await cli.run(['apps', 'create', 'two', '--adapter', 'sparkle'])).code, 3);
});

test('channels, keys and domains are made, listed, changed and deleted', async () => {
  await service.client.createApp({ slug: 'two', adapter: 'rest' });
  const app = ['--app', 'two'];
  assert.equal((await run(['channels', 'create', 'beta', ...app])).stdout, 'Created the channel beta.\n');
  assert.equal(
    (await run(['channels', 'change', 'beta', '--inactive', ...app])).stdout,
    'beta is inactive.\n',
  );
  assert.match((await read(['channels', 'list', ...app])).text, /beta\s+inactive/);

  const key = await run([
    'keys',
    'create',
    'ci',
    '--scopes',
    'publish,read',
    '--expires',
    '2099-01-01',
    ...app,
  ]);
  assert.match(key.stdout, /^slw_pub_\S+\n$/, 'the secret alone, for `KEY=$(slipway keys create …)`');
  const { object } = await read(['keys', 'list', ...app]);
  const [{ id }] = object.keys as [{ id: string }];
  assert.equal((await run(['keys', 'delete', id, ...app])).code, 2);
  assert.equal((await run(['keys', 'delete', id, '--yes', ...app])).code, 0);
  assert.match((await run(['keys', 'list', ...app])).stdout, /revoked/);

  assert.equal((await run(['domains', 'create', 'updates.example.com', ...app])).code, 0);
  assert.match((await read(['domains', 'list', ...app])).text, /updates\.example\.com/);
  assert.equal((await run(['domains', 'delete', 'updates.example.com', '--yes', ...app])).code, 0);
  assert.equal((await run(['domains', 'list', ...app])).stdout, 'There are no custom domains.\n');
});

test('releases are listed, shown, noted, withdrawn, restored, pruned and deleted', async (t) => {
  await service.client.createApp({ slug: 'three', adapter: 'rest' });
  const app = ['--app', 'three'];
  await publishVersion('three', '1.0.0');
  await service.client.createRelease('three', { version: '2.0.0' });
  assert.match(
    (await read(['releases', 'list', ...app])).text,
    /2\.0\.0\s+stable\s+draft[\s\S]*1\.0\.0\s+stable\s+published/,
  );
  assert.match(
    (await cli.run(['releases', ...app])).stdout,
    /2\.0\.0\s+stable\s+draft/,
    'a noun alone lists',
  );
  const drafts = await read(['releases', 'list', '--state', 'draft', '--limit', '1', ...app]);
  assert.equal((drafts.object.releases as unknown[]).length, 1);
  assert.match((await read(['releases', 'show', '1.0.0', ...app])).text, /linux-x86_64\s+\.js\s+.*active/);

  const first = await run(['releases', 'list', '--limit', '1', ...app]);
  const cursor = /--cursor (\S+)/.exec(first.stderr)?.[1] ?? first.stderr;
  const rest = await run(['releases', 'list', '--limit', '1', '--cursor', cursor, ...app]);
  assert.match(rest.stdout, /1\.0\.0\s+stable\s+published/);
  assert.doesNotMatch(rest.stdout + rest.stderr, /2\.0\.0|There are more/);

  const folder = await makeFolder(t, { 'NOTES.md': 'From a file' });
  for (const [name, fault] of [
    ['@.', /is a folder/],
    ['@no-such', /is not there/],
  ] as const) {
    const unread = await run(['releases', 'notes', '1.0.0', name, ...app], { cwd: folder });
    assert.equal(unread.code, 2);
    assert.match(unread.stderr, fault);
  }
  await run(['releases', 'notes', '1.0.0', '@NOTES.md', ...app], { cwd: folder });
  assert.equal((await run(['releases', 'notes', '1.0.0', ...app])).stdout, 'From a file\n');

  assert.equal(
    (await run(['releases', 'withdraw', '1.0.0', '--reason', 'bad', ...app])).code,
    2,
    'needs --yes',
  );
  assert.equal((await run(['releases', 'withdraw', '1.0.0', '--yes', ...app])).code, 2, 'needs --reason');
  assert.equal((await run(['releases', 'withdraw', '1.0.0', '--reason', 'bad', '--yes', ...app])).code, 0);
  const withdrawn = await cli.run([
    'publish',
    '--release',
    '1.0.0',
    '--target',
    `linux-x86_64=${cli.bin}`,
    ...app,
  ]);
  assert.equal(withdrawn.code, 3);
  assert.match(withdrawn.stderr, /slipway releases restore 1\.0\.0/);
  assert.equal((await run(['releases', 'restore', '1.0.0', ...app])).stdout, 'Restored 1.0.0.\n');

  assert.equal((await run(['releases', 'delete', '2.0.0', ...app])).code, 2);
  assert.equal((await run(['releases', 'delete', '2.0.0', '--yes', ...app])).stdout, 'Deleted 2.0.0.\n');
  const stays = await run(['releases', 'delete', '1.0.0', ...app]);
  assert.equal(stays.code, 3, 'what is published stays');
  assert.match(
    stays.stderr,
    /^error: 1\.0\.0 is published[\s\S]*releases withdraw 1\.0\.0[\s\S]*prune 1\.0\.0/,
  );
  assert.doesNotMatch(stays.stderr, /This deletes|--yes/);
  assert.equal((await run(['releases', 'show', '2.0.0', ...app])).code, 1);

  assert.equal((await run(['prune', '1.0.0', 'no-such', '--yes', ...app])).code, 2);
  assert.equal((await run(['prune', '1.0.0', ...app])).code, 2);
  assert.match((await run(['prune', '1.0.0', '--yes', ...app])).stdout, /^Pruned linux-x86_64: /);
  assert.equal((await run(['prune', '1.0.0', '--yes', ...app])).stdout, 'There is nothing to prune.\n');
  assert.match((await run(['releases', 'show', '1.0.0', ...app])).stdout, /pruned/);
});

test('check says what a client gets and why; audit says who did what; usage has a chart', async () => {
  await service.client.createApp({ slug: 'four', adapter: 'rest' });
  const app = ['--app', 'four'];
  await publishVersion('four', '1.2.0');
  const newer = await read(['check', 'linux', 'x86_64', '1.1.0', ...app]);
  assert.match(newer.text, /^linux x86_64 1\.1\.0 on stable is offered 1\.2\.0\.\n[\s\S]*1\.2\.0\s+offered/);
  assert.equal(newer.object.outcome, 'update');
  assert.match((await run(['check', 'darwin', 'aarch64', '1.1.0', ...app])).stdout, /is offered nothing/);
  const nowhere = await run(['check', 'linux', 'x86_64', '1.1.0', '--channel', 'nope', ...app]);
  assert.match(nowhere.stdout, /is offered nothing\.\nThere is no channel nope: four has stable\./);
  await service.client.createChannel('four', { name: 'empty' });
  const empty = await run(['check', 'linux', 'x86_64', '1.1.0', '--channel', 'empty', ...app]);
  assert.match(empty.stdout, /is offered nothing\.\nempty has no published releases\./);
  assert.match((await read(['audit', '--limit', '5', ...app])).text, /admin\s+release\.publish\s+rel_/);

  const [release] = (await service.client.listReleases('four')).releases;
  const host = service.url.replace('//', '//four.');
  const download = createApiFetch({ userAgent: 'test', signal: new AbortController().signal });
  await download(`${host}/releases/download/${release?.id}/linux-x86_64`, { method: 'GET', headers: {} });
  await until('counted', async () => (await service.client.getUsage('four')).usage.totals.downloads === 1);
  const usage = await read(['usage', ...app]);
  assert.match(usage.text, /1 download\n\n\d{4}-\d\d-\d\d\s+[\d.]+ KiB\s+█+\n\nversion\s+target/);
  assert.match(
    (await run(['usage', '--from', '2026-01-01', '--to', '2026-01-02', ...app])).stdout,
    /0 B, 0 downloads/,
  );
});

test('the doctor finds everything in order, and says what is not', async () => {
  await service.client.createApp({ slug: 'five', adapter: 'rest' });
  const app = ['--app', 'five'];
  const well = await run(['doctor', '--json', ...app]);
  // Not every resolver knows the names under localhost, and the doctor says so.
  const isResolved = await lookup('five.localhost').then(
    () => true,
    () => false,
  );
  assert.equal(well.code, 0, well.stdout + well.stderr);
  assert.deepEqual(
    well.objects.map(({ about, state }) => `${about} ${state}`),
    [
      'address good',
      'TLS good',
      'clock good',
      'key good',
      'storage good',
      `public host ${isResolved ? 'good' : 'doubtful'}`,
      'public TLS good',
      'clients skipped',
    ],
  );
  assert.deepEqual((await service.client.listReleases('five')).releases, [], 'its draft is gone');
  assert.match((await run(['doctor', '--read-only', ...app])).stdout, /skip storage\s+Not tested/);
  const badKey = await run(['doctor', ...app], { env: { SLIPWAY_KEY: 'wrong' } });
  assert.equal(badKey.code, 3, 'refused by the service');
  assert.match(badKey.stdout, /FAIL key/);
  const noSuchKey = await run(['doctor', ...app], { env: { SLIPWAY_KEY: 'two\nlines' } });
  assert.equal(noSuchKey.code, 2);
  assert.match(noSuchKey.stdout, /FAIL key\s+SLIPWAY_KEY is malformed[\s\S]*keys create/);
  const { secret } = await service.client.createKey('five', { name: 'ci' });
  const noApp = await run(['doctor'], { env: { SLIPWAY_KEY: secret } });
  assert.equal(noApp.code, 0, noApp.stderr);
  assert.match(noApp.stdout, /warn key\s+The key is valid[^\n]*\n\s+Pass --app\./);
  const noKey = await run(['doctor', ...app], { env: { SLIPWAY_KEY: undefined } });
  assert.match(noKey.stdout, /skip key\s+No key/);
  const away = await run(['doctor', ...app], { env: { SLIPWAY_URL: 'http://127.0.0.1:9' } });
  assert.equal(away.code, 4);
  assert.match(away.stdout, /FAIL address\s+127\.0\.0\.1:9 cannot be reached[\s\S]*Check the port/);
});

test('login keeps a key that works for its owner alone, and logout forgets it', async (t) => {
  const home = await makeFolder(t);
  const env = { XDG_CONFIG_HOME: home, SLIPWAY_KEY: undefined, SLIPWAY_URL: undefined };
  const wrong = await run(['login', '--url', service.url, '--key-stdin'], { env, input: 'wrong' });
  assert.equal(wrong.code, 3);
  const words = ['login', '--url', service.url, '--key-stdin'];
  assert.equal((await run(words, { env, input: `${adminKey}\n` })).code, 0);
  const path = join(home, 'slipway', 'credentials.json');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.match(await readFile(path, 'utf8'), new RegExp(adminKey));
  assert.equal((await run(['apps', 'list'], { env })).code, 0);
  assert.equal((await run(['logout'], { env })).code, 0);
  assert.equal((await run(['apps', 'list'], { env })).code, 2);
  assert.doesNotMatch(await readFile(path, 'utf8'), new RegExp(adminKey));
});

test('init writes the project file and prints the lines of a Tauri app', async (t) => {
  await service.client.createApp({ slug: 'six' });
  const folder = await makeFolder(t);
  const words = ['init', '--app', 'six', '--channel', 'beta', '--path', 'out'];
  const ended = await run(words, { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const written = JSON.parse(await readFile(join(folder, 'slipway.json'), 'utf8'));
  assert.deepEqual(written, { url: service.url, app: 'six', channel: 'beta', paths: ['out'] });
  assert.match(
    ended.stdout,
    /"createUpdaterArtifacts": true[\s\S]*http:\/\/six\.localhost:\d+\/releases\/beta\/\{\{target\}\}\/\{\{arch\}\}\/\{\{current_version\}\}/,
  );
  assert.equal((await run(words, { cwd: folder })).code, 0, 'the same again changes nothing');
  const other = words.with(4, 'stable');
  const refused = await run(other, { cwd: folder });
  assert.equal(refused.code, 2, 'another one needs --yes');
  assert.match(refused.stderr, /- {3}"channel": "beta"[\s\S]*\+ {3}"channel": "stable"/);
  assert.equal(
    (await run([...other, '--yes', '--json'], { cwd: folder })).objects[0]?.file,
    join(folder, 'slipway.json'),
  );
});

test('completion completes in bash, and the scripts of zsh and fish name every command', async () => {
  const { stdout } = await run(['completion', 'bash']);
  const complete = async (line: string) => {
    const words = line.split(' ');
    const script = `${stdout}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _slipway; echo "\${COMPREPLY[@]}"`;
    return (await promisify(execFile)('bash', ['-c', script])).stdout.trim();
  };
  assert.equal(await complete('slipway pub'), 'publish');
  assert.equal(await complete('slipway releases with'), 'withdraw');
  assert.equal(await complete('slipway releases withdraw --re'), '--reason');
  assert.equal(await complete('slipway publish src --dry'), '--dry-run');
  for (const shell of ['zsh', 'fish']) {
    const script = (await run(['completion', shell])).stdout;
    for (const { name } of commands)
      assert.ok(script.includes(name.split(' ').at(-1) ?? ''), `${shell} ${name}`);
  }
});

test('server hands its words on to slipway-server, and says where it is looked for', async (t) => {
  const folder = await makeFolder(t, {
    'node_modules/.bin/slipway-server': '#!/bin/sh\necho "server: $@"\nexit 7\n',
  });
  await chmod(join(folder, 'node_modules/.bin/slipway-server'), 0o755);
  const ended = await run(['server', 'start', '--help', '--json'], { cwd: folder });
  assert.deepEqual([ended.code, ended.stdout], [7, 'server: start --help --json\n']);
  const served = await run(['serve', '--help'], { cwd: folder });
  assert.deepEqual([served.code, served.stdout], [7, 'server: start --help\n']);
  const missing = await run(['server', 'start'], { env: { PATH: '/usr/bin:/bin' }, cwd: '/' });
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /slipway-server is not installed here[\s\S]*npm install/);
  const help = await run(['server', '--help'], { env: { PATH: '/usr/bin:/bin' }, cwd: '/' });
  assert.equal(help.code, 0);
  assert.match(
    help.stdout,
    /^Usage: slipway server[\s\S]*operator[\s\S]*Examples:\n[\s\S]*server backup \/[\s\S]*not installed here.*npm install/,
  );
});

test('every command has help with examples', async () => {
  const helps = await Promise.all(
    commands
      .filter(({ passesThrough }) => !passesThrough)
      .map(async ({ name }) => ({ name, ended: await cli.run([...name.split(' '), '--help']) })),
  );
  for (const { name, ended } of helps) {
    assert.equal(ended.code, 0, name);
    assert.match(
      ended.stdout,
      new RegExp(`Usage: slipway ${name} [\\s\\S]*--json[\\s\\S]*Examples:\\n {2}\\$ `),
      name,
    );
  }
  for (const group of ['apps', 'channels', 'keys', 'domains', 'releases']) {
    const { stdout } = await cli.run([group, '--help']);
    const own = commands.filter(({ name }) => name.startsWith(`${group} `));
    for (const { name } of own)
      assert.match(stdout, new RegExp(`Examples:[\\s\\S]*\\$ slipway ${name}`), name);
  }
  const nothing = await cli.run([]);
  assert.deepEqual([nothing.code, nothing.stdout], [2, '']);
  assert.match((await cli.run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('every command was run here', () => {
  assert.deepEqual(
    commands.map(({ name }) => name).filter((name) => !used.has(name)),
    [],
  );
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Release } from '@slipway/api';
import { type Cli, installCli } from './cli.ts';
import { makeFolder } from './folder.ts';
import { type LineProxy, startProxy } from './proxy.ts';
import { behindProxy, type Service, startService } from './service.ts';

/* What goes wrong on the way, each with its exit code and what to do about it. */

let service: Service;
let proxy: LineProxy;
let cli: Cli;

before(async () => {
  proxy = await startProxy();
  service = await startService(await behindProxy(proxy));
  cli = await installCli(service.url);
  await service.client.createApp({ slug: 'acme', adapter: 'rest' });
});
after(async () => {
  await service.stop();
  proxy.stop();
  await cli.remove();
});

const publish = (version: string, targets: string[], more: string[] = []) => [
  'publish',
  '--app',
  'acme',
  '--release',
  version,
  ...targets.flatMap((target) => ['--target', target]),
  '--allow',
  'target-dropped',
  ...more,
];

test('a bad key is refused with the way to a good one', async () => {
  const ended = await cli.run(['releases', 'list', '--app', 'acme'], {
    env: { SLIPWAY_KEY: 'slw_pub_nonsense' },
  });
  assert.equal(ended.code, 3);
  assert.match(ended.stderr, /slipway login/);
  const json = await cli.run(['releases', 'list', '--app', 'acme', '--json'], { env: { SLIPWAY_KEY: 'x' } });
  assert.deepEqual([json.objects.at(-1)?.code, json.objects.at(-1)?.exit], ['unauthorized', 3]);
});

test('a key that cannot be one is told before anyone is asked', async () => {
  const ended = await cli.run(['releases', 'list', '--app', 'acme'], { env: { SLIPWAY_KEY: 'ключ' } });
  assert.equal(ended.code, 2);
  assert.match(ended.stderr, /SLIPWAY_KEY is malformed[\s\S]*slipway keys create/);
});

test('an app that is not the key’s, and a scope that it lacks, are refused', async () => {
  const { secret } = await service.client.createKey('acme', { name: 'reader', scopes: ['read'] });
  const env = { SLIPWAY_KEY: secret };
  assert.equal((await cli.run(['releases', 'list', '--app', 'other'], { env })).code, 3);
  const narrow = await cli.run(['channels', 'create', 'beta', '--app', 'acme'], { env });
  assert.equal(narrow.code, 3);
  assert.match(narrow.stderr, /Use a key that has it[^\n]*--scopes manage,read/);
});

test('no network is told as such', async () => {
  const ended = await cli.run(['apps', 'list'], { env: { SLIPWAY_URL: 'http://127.0.0.1:9' } });
  assert.equal(ended.code, 4);
  assert.match(ended.stderr, /127\.0\.0\.1:9 cannot be reached: nothing listens there/);
  const nowhere = await cli.run(['apps', 'list'], { env: { SLIPWAY_URL: 'http://releases.invalid' } });
  assert.equal(nowhere.code, 4);
});

test('something else at the address is told as such', async () => {
  const ended = await cli.run(['apps', 'list'], { env: { SLIPWAY_URL: proxy.url } });
  assert.notEqual(ended.code, 0);
  assert.match(ended.stderr, /error: /);
});

test('words that make no sense are usage failures with a hint', async () => {
  for (const words of [
    ['frobnicate'],
    ['publish', '--nonsense'],
    ['releases', 'explode'],
    ['prune'],
    ['releases', 'list', '--limit', 'many'],
    ['releases', 'list', '--state', 'odd'],
    ['channels', 'change', 'beta'],
    ['completion', 'tcsh'],
    ['publish', '--parallel', '0'],
    ['apps', 'change', 'acme'],
    ['apps', 'create', 'x', '--allowance', 'lots'],
  ]) {
    const ended = await cli.run(words, { env: { SLIPWAY_APP: 'acme' } });
    assert.equal(ended.code, 2, words.join(' '));
    assert.match(ended.stderr, /^error: /);
  }
});

test('an unknown word is told as such, with where to read on', async () => {
  const verb = await cli.run(['releases', 'frob']);
  assert.equal(verb.code, 2);
  assert.match(
    verb.stderr,
    /^error: unknown command 'releases frob'\nThere are list, show, notes, withdraw, restore, delete\. `slipway releases --help`/,
  );
  assert.match(
    (await cli.run(['publish', '--frob'])).stderr,
    /unknown option '--frob'\n`slipway publish --help`/,
  );
  const deep = await cli.run(['keys', 'create', 'ci', '--frob']);
  assert.match(deep.stderr, /unknown option '--frob'\n`slipway keys create --help`/);
  assert.match((await cli.run(['frob'])).stderr, /unknown command 'frob'\n`slipway --help` lists/);
});

test('without a terminal what is missing is named, and how to give it', async (t) => {
  const folder = await makeFolder(t);
  const env = { SLIPWAY_KEY: undefined, SLIPWAY_APP: undefined };
  const nowhere = { ...env, SLIPWAY_URL: undefined };
  const key = await cli.run(['login'], { cwd: folder, env });
  assert.deepEqual(
    [key.code, /^error: No key given.*\n.*--key-stdin/.test(key.stderr)],
    [2, true],
    key.stderr,
  );
  const url = await cli.run(['login'], { cwd: folder, env: nowhere });
  assert.match(url.stderr, /^error: No service address given\.\nPass --url/);
  const init = await cli.run(['init'], { cwd: folder, env });
  assert.match(init.stderr, /^error: No app given\.\nPass --app/);
});

test('a slip in --allow and an empty --release are told before anything is looked at', async (t) => {
  const folder = await makeFolder(t, { a: 'a' });
  const slip = await cli.run(publish('1.0.0', ['l-a=a'], ['--allow', 'all,older-verion']), { cwd: folder });
  assert.equal(slip.code, 2);
  assert.match(slip.stderr, /--allow older-verion is not a code[\s\S]*older-version.*all\./);
  for (const version of ['', ' ']) {
    const empty = await cli.run(publish(version, ['l-a=a']), { cwd: folder });
    assert.equal(empty.code, 2);
    assert.match(empty.stderr, /--release is empty[\s\S]*--release 1\.2\.3/);
    assert.doesNotMatch(empty.stderr, /--allow/);
  }
});

test('what the service refuses is told by the field, with what to do next', async () => {
  const app = ['--app', 'acme'];
  const read = async (...words: string[]) => {
    const { code, stderr } = await cli.run(words);
    assert.doesNotMatch(stderr, /errors says|: \/|\b0 is not valid/);
    return { code, stderr };
  };
  const scope = await read('keys', 'create', 'x', '--scopes', 'read,bogus', ...app);
  assert.equal(scope.code, 2);
  assert.match(
    scope.stderr,
    /There is no scope bogus\.\nThe scopes are read, publish, withdraw, prune, manage\./,
  );
  const reason = await read('releases', 'withdraw', '1.0.0', '--reason', ' ', '--yes', ...app);
  assert.equal(reason.code, 2);
  assert.match(reason.stderr, /--reason is empty/);
  const slug = await read('apps', 'create', 'Not A Slug');
  assert.equal(slug.code, 3);
  assert.match(slug.stderr, /^error: slug is not valid\. .+/);
  const date = await read('keys', 'create', 'x', '--expires', 'soon', ...app);
  assert.match(date.stderr, /^error: expiresAt is not valid\./);
  const taken = await read('apps', 'create', 'acme');
  assert.deepEqual([taken.code, /slipway apps show/.test(taken.stderr)], [3, true], taken.stderr);
  const exists = await read('channels', 'create', 'stable', ...app);
  assert.deepEqual([exists.code, /slipway channels list/.test(exists.stderr)], [3, true], exists.stderr);
});

test('an output that cannot be written is told in one sentence, and a reader that has enough is none', async () => {
  const shell = async (redirection: string) =>
    await new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const env = { PATH: process.env.PATH, HOME: cli.folder };
      const line = `set -o pipefail; '${process.execPath}' '${cli.bin}' completion bash ${redirection}`;
      execFile('bash', ['-c', line], { env }, (error, _stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stderr }),
      );
    });
  const full = await shell('> /dev/full');
  assert.equal(full.code, 1);
  assert.match(full.stderr, /^error: The standard output cannot be written: ENOSPC.*\n$/);
  assert.deepEqual(await shell('| head -1'), { code: 0, stderr: '' });
});

test('a full storage ends the publish, and the draft can be continued', async (t) => {
  const folder = await makeFolder(t, { a: 'a' });
  proxy.behave(() => ({ kind: 'answer', status: 507, code: 'storage-full' }));
  const full = await cli.run(publish('1.0.0', ['l-a=a']), { cwd: folder });
  assert.equal(full.code, 3);
  assert.match(
    full.stderr,
    /operator to make room.*\nThe draft 1\.0\.0 and what has arrived are kept\. Run the same command again/,
  );
  proxy.behave(() => ({ kind: 'pass' }));
  const again = await cli.run(publish('1.0.0', ['l-a=a']), { cwd: folder });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /Continuing the draft 1\.0\.0/);
});

test('the command to go on with can be pasted into a shell', async (t) => {
  const folder = await makeFolder(t, { "it's my $file": 'a' });
  proxy.behave(() => ({ kind: 'answer', status: 507, code: 'storage-full' }));
  const full = await cli.run(publish('1.0.1', ["l-a=it's my $file"]), { cwd: folder });
  proxy.behave(() => ({ kind: 'pass' }));
  const again = /go on: slipway (.*)/.exec(full.stderr)?.[1];
  assert.match(again ?? full.stderr, /--release 1\.0\.1 --target 'l-a=it'\\''s my \$file' --allow/);
});

test('an expired upload address is asked for anew', async (t) => {
  const folder = await makeFolder(t, { a: 'b' });
  proxy.behave((connection) =>
    connection === 1 ? { kind: 'answer', status: 403, code: 'upload-url-expired' } : { kind: 'pass' },
  );
  const ended = await cli.run(publish('1.1.0', ['l-a=a'], ['--json']), { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const retry = ended.objects.find(({ event }) => event === 'retry');
  assert.match(String(retry?.reason), /upload-url-expired/);
});

test('a broken line is taken up again where it broke', async (t) => {
  const size = 40 * 1024 * 1024;
  const folder = await makeFolder(t, { large: randomBytes(size) });
  // The whole breaks at 8 MiB; of the parts, 16 MiB each over one line, the second breaks.
  proxy.behave((connection) => {
    if (connection === 1) return { kind: 'cut', afterBytes: 8 * 1024 * 1024 };
    return connection === 2 ? { kind: 'cut', afterBytes: 18 * 1024 * 1024 } : { kind: 'pass' };
  });
  const ended = await cli.run(publish('1.2.0', ['l-a=large'], ['--json', '--parallel', '1']), {
    cwd: folder,
  });
  assert.equal(ended.code, 0, ended.stderr);
  const { bytes } = proxy.count();
  assert.ok(bytes < size + 12 * 1024 * 1024, `${bytes} bytes went over the line`);
  assert.equal(ended.objects.filter(({ event }) => event === 'retry').length, 2);
});

test('a file that changes between hash and upload is never published', async (t) => {
  const folder = await makeFolder(t, { a: randomBytes(300_000), b: randomBytes(100_000) });
  proxy.behave(() => ({ kind: 'slow', bytesPerSecond: 200_000 }));
  let changed = false;
  const ended = await cli.run(publish('1.3.0', ['l-a=a', 'l-b=b'], ['--parallel', '1', '--json']), {
    cwd: folder,
    watch: (text) => {
      if (changed || !text.includes('"uploading"')) return;
      changed = true;
      // While the first is on the slow line the second, hashed already, waits for its turn.
      void open(join(folder, 'b'), 'r+').then(async (file) => {
        await file.write(Buffer.from('other bytes'), 0, 11, 0);
        await file.close();
      });
    },
  });
  assert.equal(ended.code, 1, ended.stdout);
  assert.equal(ended.objects.at(-1)?.code, 'file-changed');
  const { releases } = await service.client.listReleases('acme', { state: 'published' });
  assert.equal(
    releases.some(({ version }) => version === '1.3.0'),
    false,
  );
});

test('a file that is still growing is not published', async (t) => {
  const folder = await makeFolder(t, { a: 'x' });
  proxy.behave(() => ({ kind: 'pass' }));
  const first = await cli.run(publish('1.4.0', ['l-a=a']).with(0, 'upload'), { cwd: folder });
  assert.equal(first.code, 0, first.stderr);
  await appendFile(join(folder, 'a'), 'y');
  const second = await cli.run(publish('1.4.0', ['l-a=a'], ['--json']), { cwd: folder });
  assert.equal(second.code, 0);
  const release = second.objects.find(({ event }) => event === 'published')?.release as Release;
  assert.equal(release.artifacts[0]?.size, 2, 'declared anew, with what is there now');
});

test('a signal during an upload leaves a draft, and says how to go on', async (t) => {
  const folder = await makeFolder(t, { a: 'a', b: randomBytes(2_000_000) });
  proxy.behave(() => ({ kind: 'slow', bytesPerSecond: 100_000 }));
  const words = publish('1.5.0', ['l-a=a', 'l-b=b'], ['--parallel', '1', '--json']);
  const stopped = await cli.run(words, {
    cwd: folder,
    watch: (text, kill) => {
      if (text.includes('"uploading","target":"l-b"')) setTimeout(() => kill('SIGINT'), 300);
    },
  });
  assert.equal(stopped.code, 130, stopped.stderr);
  assert.match(
    stopped.stderr,
    /Stopped\.\nThe draft 1\.5\.0 .* Run the same command again to go on: slipway publish --app acme/,
  );
  proxy.behave(() => ({ kind: 'pass' }));
  const again = await cli.run(words, { cwd: folder });
  assert.equal(again.code, 0, again.stderr);
  const kept = again.objects.filter(({ event }) => event === 'uploaded').map((one) => [one.target, one.kept]);
  assert.deepEqual(kept.sort(), [
    ['l-a', true],
    ['l-b', false],
  ]);
});

test('credentials that others can read are not used', async (t) => {
  const folder = await makeFolder(t, { 'slipway/credentials.json': '{"services":{}}' });
  await writeFile(join(folder, 'slipway/credentials.json'), '{"services":{}}', { mode: 0o644 });
  const env = { XDG_CONFIG_HOME: folder, SLIPWAY_KEY: undefined };
  const ended = await cli.run(['apps', 'list'], { env });
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /chmod 600/);
});

test('where key and address are given the kept credentials are not even read', async (t) => {
  for (const [text, mode] of [
    ['{"services":{}}', 0o644],
    ['not JSON', 0o600],
  ] as const) {
    const folder = await makeFolder(t);
    await mkdir(join(folder, 'slipway'));
    await writeFile(join(folder, 'slipway/credentials.json'), text, { mode });
    const ended = await cli.run(['apps', 'list'], { env: { XDG_CONFIG_HOME: folder } });
    assert.equal(ended.code, 0, ended.stderr);
  }
});

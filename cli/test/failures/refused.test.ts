import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { openAcmeStage } from './stage.ts';

/* Rejected requests and unreachable servers, each with its exit code and remedy. */

const { service, cli, proxy } = await openAcmeStage();

test('a bad key is rejected with a hint how to get a good one', async () => {
  const ended = await cli.run(['releases', 'list', '--app', 'acme'], {
    env: { SLIPWAY_KEY: 'slw_pub_nonsense' },
  });
  assert.equal(ended.code, 3);
  assert.match(ended.stderr, /slipway login/);
  const json = await cli.run(['releases', 'list', '--app', 'acme', '--json'], { env: { SLIPWAY_KEY: 'x' } });
  assert.deepEqual([json.objects.at(-1)?.code, json.objects.at(-1)?.exit], ['unauthorized', 3]);
});

test('a malformed key is reported before any request', async () => {
  const ended = await cli.run(['releases', 'list', '--app', 'acme'], { env: { SLIPWAY_KEY: 'ключ' } });
  assert.equal(ended.code, 2);
  assert.match(ended.stderr, /SLIPWAY_KEY is malformed[\s\S]*slipway keys create/);
});

test('another app and a missing scope are rejected', async () => {
  const { secret } = await service.client.createKey('acme', { name: 'reader', scopes: ['read'] });
  const env = { SLIPWAY_KEY: secret };
  assert.equal((await cli.run(['releases', 'list', '--app', 'other'], { env })).code, 3);
  const narrow = await cli.run(['channels', 'create', 'beta', '--app', 'acme'], { env });
  assert.equal(narrow.code, 3);
  assert.match(narrow.stderr, /Use a key that has it[^\n]*--scopes manage,read/);
});

test('an unreachable server is reported', async () => {
  const ended = await cli.run(['apps', 'list'], { env: { SLIPWAY_URL: 'http://127.0.0.1:9' } });
  assert.equal(ended.code, 4);
  assert.match(ended.stderr, /Can’t reach 127\.0\.0\.1:9: nothing listens there/);
  const nowhere = await cli.run(['apps', 'list'], { env: { SLIPWAY_URL: 'http://releases.invalid' } });
  assert.equal(nowhere.code, 4);
});

test('another program at the address is reported', async () => {
  const ended = await cli.run(['apps', 'list'], { env: { SLIPWAY_URL: proxy.url } });
  assert.notEqual(ended.code, 0);
  assert.match(ended.stderr, /error: /);
});

test('a web server that is not Slipway is reported, whatever its status', async (t) => {
  for (const status of [301, 404, 413]) {
    const server = createServer((_, response) => response.writeHead(status).end('<h1>Hello</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const ended = await cli.run(['apps', 'list'], { env: { SLIPWAY_URL: `http://127.0.0.1:${port}` } });
    assert.equal(ended.code, 1, ended.stderr);
    assert.match(ended.stderr, /This may not be a Slipway server\.\nCheck the URL/);
  }
});

test('a rejection names the field, and what to do next', async () => {
  const app = ['--app', 'acme'];
  const read = async (...words: string[]) => {
    const { code, stderr } = await cli.run(words);
    assert.doesNotMatch(stderr, /see `errors`|: \/|\b0 is not valid/);
    return { code, stderr };
  };
  const scope = await read('keys', 'create', 'x', '--scopes', 'read,bogus', ...app);
  assert.equal(scope.code, 2);
  assert.match(
    scope.stderr,
    /Unknown scope: bogus\.\nValid scopes: read, publish, withdraw, prune, manage, report\./,
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

test('credentials that others can read are not used', async (t) => {
  const folder = await makeFolder(t, { 'slipway/credentials.json': '{"services":{}}' });
  await writeFile(join(folder, 'slipway/credentials.json'), '{"services":{}}', { mode: 0o644 });
  const env = { XDG_CONFIG_HOME: folder, SLIPWAY_KEY: undefined };
  const ended = await cli.run(['apps', 'list'], { env });
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /chmod 600/);
});

test('stored credentials are not read if key and address are given', async (t) => {
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

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { adminKey } from '../service.ts';
import { openProxiedStage } from '../stage.ts';

const { service, cli, proxy, makeApp } = await openProxiedStage();

test('the key is never sent to the upload address', async (t) => {
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

test('a key with only the publish scope is enough', async (t) => {
  await makeApp('narrow');
  const { secret } = await service.client.createKey('narrow', { name: 'ci', scopes: ['publish'] });
  const folder = await makeFolder(t, { a: 'a' });
  const words = ['publish', '--app', 'narrow', '--release', '1.0.0', '--target', 'l-a=a'];
  const ended = await cli.run(words, { cwd: folder, env: { SLIPWAY_KEY: secret } });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /warning: the key has no read scope/);
});

test('the project file and the environment replace the flags', async (t) => {
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

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { electronSnippet } from '../src/setup/snippets.ts';
import { makeFolder } from './folder.ts';
import { adminKey } from './service.ts';
import { openStage } from './stage.ts';
import { makeTauriBuild } from './tauri-build.ts';

/* From nothing to a first release in one sitting. */

const enter = '\r';

const { service, cli } = await openStage();

/** Nobody has logged in on this machine, and nothing is in the environment. */
const bare = (home: string) => ({ SLIPWAY_URL: undefined, SLIPWAY_KEY: undefined, XDG_CONFIG_HOME: home });

const tauriConfig = `{
    "productName": "Acme Desktop",
    "version": "1.0.0",
    "bundle": { "active": true, "targets": ["deb", "appimage"] },
    "plugins": {
        "updater": { "pubkey": "ours",
            "endpoints": [] }
    }
}
`;

test('a person gets from nothing to a first release with init and publish', async (t) => {
  const home = await makeFolder(t);
  const folder = await makeFolder(t);
  await makeTauriBuild(folder, '1.0.0');
  const path = join(folder, 'src-tauri/tauri.conf.json');
  await writeFile(path, tauriConfig);
  const options = { cwd: folder, env: bare(home) };
  const terminal = cli.open(['init'], options);
  await terminal.see(/The address of the service/);
  terminal.type(`${service.url}${enter}`);
  await terminal.see(/The app’s slug/);
  await terminal.see(/acme-desktop/);
  terminal.type(enter);
  await terminal.see(/The key for http/);
  terminal.type(`${adminKey}${enter}`);
  await terminal.see(/There is no app acme-desktop on \S+ yet\. Create it \(adapter tauri\)\?/);
  terminal.type(enter);
  await terminal.see(/Create a key for your pipeline/);
  terminal.type(enter);
  await terminal.see(/tauri\.conf\.json would change like this:/);
  await terminal.see(/\+ .*"createUpdaterArtifacts": true/);
  await terminal.see(/Change src-tauri\/tauri\.conf\.json\?/);
  terminal.type(enter);
  await terminal.see(/slw_pub_\S+/);
  await terminal.see(/SLIPWAY_URL=/);
  await terminal.see(/then publish it with:\s+slipway publish/);
  assert.equal(await terminal.ended, 0);
  assert.equal(terminal.screen().includes(adminKey), false);
  const { publicUrl } = (await service.client.getApp('acme-desktop')).app;
  const endpoint = `${publicUrl}/releases/stable/{{target}}/{{arch}}/{{current_version}}`;
  assert.equal(
    await readFile(path, 'utf8'),
    tauriConfig
      .replace('"appimage"] }', '"appimage"], "createUpdaterArtifacts": true }')
      .replace('[]', `[\n                "${endpoint}"\n            ]`),
    'every other character is as it was',
  );
  const published = await cli.run(['publish', '--yes'], options);
  assert.equal(published.code, 0, published.stderr);
  assert.match(published.stdout, /Published acme-desktop 1\.0\.0 on stable/);
});

test('without a terminal --yes does all of it, and once more changes nothing', async (t) => {
  const home = await makeFolder(t);
  const folder = await makeFolder(t, { 'src-tauri/tauri.conf.json': '{}' });
  const words = [
    'init',
    '--url',
    service.url,
    '--app',
    'silent',
    '--channel',
    'beta',
    '--key-stdin',
    '--yes',
  ];
  const options = { cwd: folder, env: bare(home), input: adminKey };
  const first = await cli.run([...words, '--json'], options);
  assert.equal(first.code, 0, first.stderr);
  const [told] = first.objects as { created: boolean; key: { secret: string }; changed: string[] }[];
  assert.deepEqual([told?.created, told?.changed.length], [true, 1]);
  assert.match(told?.key.secret ?? '', /^slw_pub_/);
  const config = JSON.parse(await readFile(join(folder, 'src-tauri/tauri.conf.json'), 'utf8'));
  assert.equal(config.bundle.createUpdaterArtifacts, true);
  assert.match(
    config.plugins.updater.endpoints[0],
    /^http:\/\/silent\.localhost:\d+\/releases\/beta\/\{\{target\}\}/,
  );
  assert.equal(config.plugins.updater.pubkey, undefined, 'the public key is nothing that we could know');
  const { channels } = await service.client.listChannels('silent');
  assert.deepEqual(channels.map(({ name }) => name).sort(), ['beta', 'stable']);
  const second = await cli.run(words, options);
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stderr, /The key "ci" \(key_\S+\) exists already/);
  assert.match(second.stderr, /has no plugins\.updater\.pubkey[^\n]*tauri signer generate/);
  assert.match(second.stdout, /tauri\.conf\.json already asks http/);
  assert.equal((await service.client.listKeys('silent')).keys.length, 1);
});

test('without a terminal and without --yes nothing is made, and each step is told', async (t) => {
  const folder = await makeFolder(t, { 'src-tauri/tauri.conf.json': '{}' });
  const ended = await cli.run(['init', '--app', 'cautious'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /There is no app cautious on [^\n]*apps create cautious --adapter tauri/);
  assert.equal(await readFile(join(folder, 'src-tauri/tauri.conf.json'), 'utf8'), '{}');
  await assert.rejects(service.client.getApp('cautious'));
});

test('an Electron app gets the code of the README, and no address that nothing answers', async (t) => {
  const builder = 'publish:\n  provider: github\n';
  const folder = await makeFolder(t, {
    'package.json': '{"name": "@acme/Shell App", "devDependencies": {"electron": "1"}}',
    'electron-builder.yml': builder,
  });
  const ended = await cli.run(['init', '--app', 'shell-app', '--yes', '--no-ci-key'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const { app } = await service.client.getApp('shell-app');
  assert.equal(app.adapter, 'rest');
  assert.ok(ended.stdout.includes(electronSnippet(app.publicUrl, 'stable')));
  assert.match(ended.stdout, /electron-updater’s own protocol is not served yet/);
  assert.equal(await readFile(join(folder, 'electron-builder.yml'), 'utf8'), builder);
  assert.deepEqual((await service.client.listKeys('shell-app')).keys, []);
  const readme = await readFile(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
  assert.ok(
    readme.includes(electronSnippet('https://hello.updates.example.com', 'stable')),
    'the README and init print the same code',
  );
});

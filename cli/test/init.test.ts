import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import {
  electronBuilderSnippet,
  electronSnippet,
  forgeSnippet,
  tauriSnippet,
} from '../src/setup/snippets.ts';
import { makeFolder } from './folder.ts';
import { adminKey } from './service.ts';
import { openStage } from './stage.ts';
import { makeTauriBuild } from './tauri-build.ts';

/* From an empty folder to a first release. */

const enter = '\r';

const { service, cli } = await openStage();

/** No login on this machine, and no variables. */
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

test('init and publish lead a new user to a first release', async (t) => {
  const home = await makeFolder(t);
  const folder = await makeFolder(t);
  await makeTauriBuild(folder, '1.0.0');
  const path = join(folder, 'src-tauri/tauri.conf.json');
  await writeFile(path, tauriConfig);
  const options = { cwd: folder, env: bare(home) };
  const terminal = cli.open(['init'], options);
  await terminal.see(/Server URL/);
  terminal.type(`${service.url}${enter}`);
  await terminal.see(/App slug/);
  await terminal.see(/acme-desktop/);
  terminal.type(enter);
  await terminal.see(/Key for http/);
  terminal.type(`${adminKey}${enter}`);
  await terminal.see(/App acme-desktop doesn’t exist on \S+\. Create it \(adapter tauri\)\?/);
  terminal.type(enter);
  await terminal.see(/Create a CI key/);
  terminal.type(enter);
  await terminal.see(/Changes to src-tauri\/tauri\.conf\.json:/);
  await terminal.see(/\+ .*"createUpdaterArtifacts": true/);
  await terminal.see(/Change src-tauri\/tauri\.conf\.json\?/);
  terminal.type(enter);
  await terminal.see(/slw_pub_\S+/);
  await terminal.see(/SLIPWAY_URL=/);
  await terminal.see(/then run:\s+slipway publish/);
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

test('without a terminal, --yes does every step, and a second run changes nothing', async (t) => {
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
  const [result] = first.objects as { created: boolean; key: { secret: string }; changed: string[] }[];
  assert.deepEqual([result?.created, result?.changed.length], [true, 1]);
  assert.match(result?.key.secret ?? '', /^slw_pub_/);
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
  assert.match(second.stderr, /Key "ci" \(key_\S+\) already exists/);
  assert.match(second.stderr, /has no plugins\.updater\.pubkey[^\n]*tauri signer generate/);
  assert.match(second.stdout, /tauri\.conf\.json already uses http/);
  assert.equal((await service.client.listKeys('silent')).keys.length, 1);
});

test('without a terminal and --yes nothing is created, and each step is described', async (t) => {
  const folder = await makeFolder(t, { 'src-tauri/tauri.conf.json': '{}' });
  const ended = await cli.run(['init', '--app', 'cautious'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /App cautious doesn’t exist on [^\n]*apps create cautious --adapter tauri/);
  assert.equal(await readFile(join(folder, 'src-tauri/tauri.conf.json'), 'utf8'), '{}');
  await assert.rejects(service.client.getApp('cautious'));
});

test('an Electron app gets the documented configuration and code, and no file is changed', async (t) => {
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
  assert.ok(ended.stdout.includes(electronBuilderSnippet(app.publicUrl, 'stable')));
  assert.equal(await readFile(join(folder, 'electron-builder.yml'), 'utf8'), builder);
  assert.deepEqual((await service.client.listKeys('shell-app')).keys, []);
  const repository = join(import.meta.dirname, '..', '..');
  const example = ['https://hello.updates.example.com', 'stable'] as const;
  const page = await readFile(join(repository, 'docs/CLIENTS.md'), 'utf8');
  for (const snippet of [electronSnippet, electronBuilderSnippet, forgeSnippet])
    assert.ok(page.includes(snippet(...example)), 'the page and init have the same code');
  const [, json = ''] = /\n## Tauri\n[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? [];
  assert.deepEqual(JSON.parse(json), JSON.parse(tauriSnippet(...example)));
});

test('init and doctor say that the updater plugin is missing', async (t) => {
  const folder = await makeFolder(t, {
    'src-tauri/tauri.conf.json': tauriConfig,
    'src-tauri/Cargo.toml': '[dependencies]\ntauri = "2"\n',
  });
  await service.client.createApp({ slug: 'plugless', adapter: 'tauri' });
  const words = ['--app', 'plugless'];
  const begun = await cli.run(['init', ...words, '--yes', '--no-ci-key'], { cwd: folder });
  assert.equal(begun.code, 0, begun.stderr);
  assert.match(begun.stderr, /Cargo\.toml has no tauri-plugin-updater.*tauri add updater/);
  const examined = await cli.run(['doctor', ...words, '--read-only'], { cwd: folder });
  assert.match(examined.stdout, /^warn updater +Cargo\.toml has no tauri-plugin-updater/m);
});

test('the feed is added to the electron-builder configuration once, after confirmation', async (t) => {
  const manifest =
    '{"name": "boxed", "devDependencies": {"electron-builder": "1", "@electron-forge/cli": "7"}}';
  const folder = await makeFolder(t, { 'package.json': manifest });
  const path = join(folder, 'package.json');
  const words = ['init', '--app', 'boxed', '--no-ci-key'];
  await service.client.createApp({ slug: 'boxed', adapter: 'rest' });
  const cautious = await cli.run(words, { cwd: folder });
  assert.match(cautious.stderr, /package\.json was not changed\. Pass --yes to change it/);
  assert.equal(await readFile(path, 'utf8'), manifest);
  const ended = await cli.run([...words, '--yes', '--json'], { cwd: folder });
  assert.deepEqual(ended.objects[0]?.changed, [path], ended.stderr);
  const { publicUrl } = (await service.client.getApp('boxed')).app;
  const url = `${publicUrl}/feeds/electron/stable/from/\${version}`;
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')).build, { publish: { provider: 'generic', url } });
  const again = await cli.run([...words, '--yes'], { cwd: folder });
  assert.ok(again.stdout.includes(`package.json already uses ${url}.`));
  assert.ok(again.stdout.includes(forgeSnippet(publicUrl, 'stable')));
});

test('an invalid slug is reported before it is saved, and prompted for again', async (t) => {
  const folder = await makeFolder(t);
  const refused = await cli.run(['init', '--app', 'Acme Two!', '--yes'], { cwd: folder });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /"Acme Two!" is not a valid slug\. Use 1–63 characters[^\n]*\nPass --app/);
  assert.deepEqual(await readdir(folder), []);

  await writeFile(join(folder, 'slipway.json'), JSON.stringify({ url: service.url, app: 'Acme Two!' }));
  const terminal = cli.open(['init', '--yes'], { cwd: folder });
  await terminal.see(/App slug/);
  terminal.type(` no${enter}`);
  await terminal.see(/Use 1–63 characters/);
  terminal.type('\x03');
  assert.equal(await terminal.ended, 130);
});

test('the channel of the project file is kept, and a broken file says how to replace it', async (t) => {
  const folder = await makeFolder(t, {
    'slipway.json': JSON.stringify({ app: 'channelled', channel: 'beta' }),
  });
  const ended = await cli.run(['init', '--yes', '--no-ci-key'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  assert.equal(JSON.parse(await readFile(join(folder, 'slipway.json'), 'utf8')).channel, 'beta');
  await writeFile(join(folder, 'slipway.json'), '{');
  const broken = await cli.run(['init', '--yes'], { cwd: folder });
  assert.match(broken.stderr, /is not valid JSON\.\nFix it, or delete it and run `slipway init`/);
});

test('a wrong key is prompted for again', async (t) => {
  const [home, folder] = [await makeFolder(t), await makeFolder(t)];
  const words = ['login', '--url', service.url];
  const terminal = cli.open(words, { cwd: folder, env: bare(home) });
  await terminal.see(/Key for http/);
  terminal.type(`slw_adm_mistyped${enter}`);
  await terminal.see(/rejected this key: it is unknown, expired or revoked[\s\S]*Key for http/);
  terminal.type(`${adminKey}${enter}`);
  await terminal.see(/Logged in to/);
  assert.equal(await terminal.ended, 0);
  const piped = await cli.run([...words, '--key-stdin'], { cwd: folder, env: bare(home), input: 'wrong' });
  assert.equal(piped.code, 3);
  assert.match(piped.stderr, /^error: Invalid key\.\n/);
});

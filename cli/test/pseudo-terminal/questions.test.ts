import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { adminKey } from '../service.ts';
import { openStage } from '../stage.ts';

/* Tests prompts and how to cancel them. */

const enter = '\r';
const controlC = '\u0003';
const controlD = '\u0004';

const { service, cli } = await openStage();
await service.client.createApp({ slug: 'acme', adapter: 'rest' });

test('Ctrl-D at a prompt stops like Ctrl-C, with one sentence', async (t) => {
  const folder = await makeFolder(t, { 'tool.bin': 'x', 'Acme.app.tar.gz': 'x' });
  await service.client.createRelease('acme', { version: '9.0.0' });
  const env = { XDG_CONFIG_HOME: folder };
  const prompts: [string[], RegExp, Record<string, undefined>?][] = [
    [['releases', 'delete', '9.0.0', '--app', 'acme'], /Continue\?/],
    [['publish', 'tool.bin', '--app', 'acme'], /Version of this release/],
    [['publish', 'Acme.app.tar.gz', '--release', '9.1.0', '--app', 'acme'], /Architecture of/],
    [['login'], /Key for/, { SLIPWAY_KEY: undefined }],
  ];
  for (const [words, question, change] of prompts) {
    const terminal = cli.open(words, { cwd: folder, env: { ...env, ...change } });
    await terminal.see(question);
    terminal.type(controlD);
    await terminal.see(/Canceled\. Nothing was done\./);
    assert.equal(await terminal.ended, 130, words.join(' '));
    assert.doesNotMatch(terminal.screen(), /Warning|await|slipway\.js/);
  }
});

test('Ctrl-D after some characters keeps the prompt open', async (t) => {
  const folder = await makeFolder(t, { 'tool.bin': 'x' });
  const terminal = cli.open(['publish', 'tool.bin', '--app', 'acme'], { cwd: folder });
  await terminal.see(/Version of this release/);
  terminal.type('9.2');
  await terminal.see(/9\.2/);
  terminal.type(`${controlD}.0${enter}`);
  await terminal.see(/Target of tool\.bin/);
  terminal.type(controlC);
  assert.equal(await terminal.ended, 130);
});

test('login asks for the key without showing it', async (t) => {
  const home = await makeFolder(t);
  const env = { XDG_CONFIG_HOME: home, SLIPWAY_KEY: undefined, SLIPWAY_URL: undefined };
  const terminal = cli.open(['login'], { env });
  await terminal.see(/Server URL/);
  terminal.type(`${service.url}${enter}`);
  await terminal.see(/Key for/);
  terminal.type(`${adminKey}${enter}`);
  await terminal.see(/Logged in to/);
  assert.equal(await terminal.ended, 0);
  assert.equal(terminal.screen().includes(adminKey), false);
  assert.match(await readFile(join(home, 'slipway', 'credentials.json'), 'utf8'), new RegExp(adminKey));
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { commands } from '../../src/commands/table.ts';
import { makeFolder } from '../folder.ts';
import { adminKey } from '../service.ts';
import type { CommandStage } from './stage.ts';

/** Tests login, init, completion, and the server commands. */
export const setupTests = ({ service, run }: CommandStage): void => {
  test('login stores a working key readable only by its owner, and logout deletes it', async (t) => {
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

  test('server passes its arguments to slipway-server, and reports if that is not installed', async (t) => {
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
};

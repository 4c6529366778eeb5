import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { openAcmeStage, publish } from './stage.ts';

/* Invalid arguments, each with its exit code and the correct ones. */

const { cli } = await openAcmeStage();

test('invalid arguments are usage failures with a hint', async () => {
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

test('an unknown command or option is reported, with a pointer to its help', async () => {
  const verb = await cli.run(['releases', 'frob']);
  assert.equal(verb.code, 2);
  assert.match(
    verb.stderr,
    /^error: unknown command 'releases frob'\nCommands: list, show, notes, policy, promote, withdraw, restore, delete\. Run `slipway releases --help`/,
  );
  assert.match(
    (await cli.run(['publish', '--frob'])).stderr,
    /unknown option '--frob'\nRun `slipway publish --help`/,
  );
  const deep = await cli.run(['keys', 'create', 'ci', '--frob']);
  assert.match(deep.stderr, /unknown option '--frob'\nRun `slipway keys create --help`/);
  assert.match((await cli.run(['frob'])).stderr, /unknown command 'frob'\nRun `slipway --help` for a list/);
});

test('without a terminal, a missing value is named, and how to pass it', async (t) => {
  const folder = await makeFolder(t);
  const env = { SLIPWAY_KEY: undefined, SLIPWAY_APP: undefined };
  const nowhere = { ...env, SLIPWAY_URL: undefined };
  const key = await cli.run(['login'], { cwd: folder, env });
  assert.deepEqual([key.code, /^error: No key, .*\n.*--key-stdin/.test(key.stderr)], [2, true], key.stderr);
  const url = await cli.run(['login'], { cwd: folder, env: nowhere });
  assert.match(url.stderr, /^error: Missing server URL\.\nPass --url/);
  const init = await cli.run(['init'], { cwd: folder, env });
  assert.match(init.stderr, /^error: Missing app\.\nPass --app/);
});

test('a typo in --allow and an empty --release are reported first', async (t) => {
  const folder = await makeFolder(t, { a: 'a' });
  const slip = await cli.run(publish('1.0.0', ['l-a=a'], ['--allow', 'all,older-verion']), { cwd: folder });
  assert.equal(slip.code, 2);
  assert.match(slip.stderr, /--allow older-verion is not a problem code[\s\S]*older-version.*all\./);
  for (const version of ['', ' ']) {
    const empty = await cli.run(publish(version, ['l-a=a']), { cwd: folder });
    assert.equal(empty.code, 2);
    assert.match(empty.stderr, /--release is empty[\s\S]*--release 1\.2\.3/);
    assert.doesNotMatch(empty.stderr, /--allow/);
  }
});

test('an output error is one sentence, and a closed pipe is no error', async () => {
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
  assert.match(full.stderr, /^error: Can’t write to standard output: ENOSPC.*\n$/);
  assert.deepEqual(await shell('| head -1'), { code: 0, stderr: '' });
});

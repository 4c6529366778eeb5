import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { runServer } from '../../../lab/service.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { makeFolder, startService } from '../harness.ts';
import { isOneSentence } from './one-sentence.ts';

/* Help never runs a command; unknown arguments and options are rejected first. */

describe('the help of the operator’s commands', { concurrency: 2 }, () => {
  let folder: string;
  before(async () => {
    folder = await makeFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { name, positionals } of commandTable) {
    const complete = [name, ...positionals.map(() => 'there')];
    for (const args of [
      [name, '--help'],
      [...complete, '-h'],
    ]) {
      test(`"${args.join(' ')}" prints its usage and does nothing`, async () => {
        const { code, stdout, stderr } = await runServer(args, { cwd: folder });
        assert.deepEqual([code, stderr], [0, '']);
        assert.match(stdout, new RegExp(`^Usage: slipway-server ${name}`));
        assert.deepEqual(await readdir(folder), []);
      });
    }
    test(`"${name} --yes" is refused`, async () => {
      const { code, stdout, stderr } = await runServer([...complete, '--yes'], { cwd: folder });
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(stderr.startsWith(`${name} has no option`) && isOneSentence(stderr), stderr);
      assert.deepEqual(await readdir(folder), []);
    });
    test(`"${name}" with a word too many is refused`, async () => {
      const { code, stderr } = await runServer([...complete, 'now'], { cwd: folder });
      assert.equal(code, 2);
      assert.ok(/ accepts .* not "now"/.test(stderr) && isOneSentence(stderr), stderr);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  test('every command has an example of itself', async () => {
    for (const { name, example } of commandTable) {
      assert.ok(example.startsWith(name), name);
      const { stdout } = await runServer(['help', name], { cwd: folder });
      assert.ok(stdout.endsWith(`\n\nExample:\n  $ slipway-server ${example}\n`), stdout);
    }
  });

  test('the list names every command, and is what --help, -h and help print', async () => {
    const { stdout } = await runServer(['--help'], { cwd: folder });
    for (const { name } of commandTable) assert.match(stdout, new RegExp(`^ {2}${name}`, 'm'));
    assert.match(
      (await runServer(['help', 'backup'], { cwd: folder })).stdout,
      /^Usage: slipway-server backup/,
    );
    for (const word of ['-h', 'help'])
      assert.equal((await runServer([word], { cwd: folder })).stdout, stdout);
  });

  test('what is no command is refused, with the nearest one', async () => {
    for (const [word, hint] of [
      ['bakup', 'Did you mean "backup"?'],
      ['reset', 'slipway-server --help'],
      ['--port', 'Unknown option'],
    ] as const) {
      const { code, stderr } = await runServer([word], { cwd: folder });
      assert.equal(code, 2);
      assert.ok(stderr.includes(hint) && isOneSentence(stderr), stderr);
    }
    assert.equal((await runServer(['--version'], { cwd: folder })).code, 0);
    assert.deepEqual(await readdir(folder), []);
  });

  test('reset-key --help leaves the key of a running service alone', async () => {
    const service = await startService({ env: { SLIPWAY_ADMIN_KEY: '' } });
    try {
      const env = { SLIPWAY_DATABASE_URL: `sqlite:${service.folder}/slipway.db` };
      const [key] = /slw_adm_\w+/.exec((await runServer(['reset-key'], { env })).stdout) ?? [];
      assert.equal((await service.api('/v1/apps', { key })).status, 200);
      assert.equal((await runServer(['reset-key', '--help'], { env })).code, 0);
      assert.equal((await service.api('/v1/apps', { key })).status, 200);
    } finally {
      await service.stop();
    }
  });
});

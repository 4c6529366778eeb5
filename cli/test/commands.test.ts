import assert from 'node:assert/strict';
import test from 'node:test';
import { commands } from '../src/commands/table.ts';
import { appTests } from './commands/apps.ts';
import { questionTests } from './commands/questions.ts';
import { releaseTests } from './commands/releases.ts';
import { setupTests } from './commands/setup.ts';
import { openCommandStage } from './commands/stage.ts';

/* Runs every command against a real server, except those with separate test files. */

const stage = await openCommandStage();
const { cli } = stage;
const isElsewhere = (name: string): boolean =>
  /^(publish|upload|import|releases promote|whoami|(rollout|trust|auth|signing-keys)\b.*)$/.test(name);

appTests(stage);
releaseTests(stage);
questionTests(stage);
setupTests(stage);

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
  for (const group of [
    'apps',
    'channels',
    'keys',
    'domains',
    'releases',
    'rollout',
    'signing-keys',
    'trust',
  ]) {
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
    commands.map(({ name }) => name).filter((name) => !isElsewhere(name) && !stage.used.has(name)),
    [],
  );
});

import assert from 'node:assert/strict';
import type { Cli } from '../cli.ts';
import { openStage } from '../stage.ts';

/** Records which commands the tests have `used`. */
export const openCommandStage = async () => {
  const stage = await openStage();
  const { cli } = stage;
  const used = new Set<string>();

  /** Records the command; the last test checks that every command was used. */
  const run: Cli['run'] = (words, options) => {
    used.add(words.slice(0, 2).join(' '));
    used.add(words[0] ?? '');
    return cli.run(words, options);
  };

  /** Runs a command once for people and once with --json. */
  const read = async (words: string[]) => {
    const plain = await run(words);
    assert.equal(plain.code, 0, plain.stderr);
    const { objects, stdout } = await run([...words, '--json']);
    assert.equal(stdout.trimEnd().split('\n').length, 1, 'one object on one line');
    return { text: plain.stdout, object: objects[0] ?? {} };
  };

  const publishVersion = async (app: string, version: string) => {
    const folder = await cli.run([
      'publish',
      '--app',
      app,
      '--release',
      version,
      '--target',
      `linux-x86_64=${cli.bin}`,
      '--yes',
    ]);
    assert.equal(folder.code, 0, folder.stderr);
  };
  return { ...stage, used, run, read, publishVersion };
};

export type CommandStage = Awaited<ReturnType<typeof openCommandStage>>;

import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../lab/repository.ts';
import { parseShellBlocks } from '../../lab/shell-blocks.ts';
import { openShell, type ShellName } from './shell.ts';

/*
 * The README's other blocks need a project and a server. They are pasted with fake `slipway`, `npm` and `npx` that
 * record their arguments, which must be exactly those in the README; quotes are the shell's.
 */

const recorded = ['slipway', 'npm', 'npx', 'curl'];

const isRecorded = (line: string): boolean => recorded.some((name) => line.startsWith(`${name} `));

/** Pastes every block after the first screen; resolves with their number. */
export const pasteOtherBlocks = async (
  shell: ShellName,
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<number> => {
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const lines = readme.split('\n');
  const blocks = parseShellBlocks(readme).filter(
    ({ line }) => !/first screen: (?!check )/.test(lines[line - 3] ?? ''),
  );
  const [bin, calls] = [join(folder, 'bin'), join(folder, 'calls')];
  await mkdir(bin, { recursive: true });
  await mkdir(join(folder, 'my-app'), { recursive: true });
  for (const name of recorded) {
    await writeFile(join(bin, name), `#!/bin/sh\necho "${name} $*" >> "${calls}"\n`);
    await chmod(join(bin, name), 0o755);
  }
  for (const { text } of blocks) {
    await rm(calls, { force: true });
    const where = { cwd: folder, env: { ...env, HOME: folder, PATH: `${bin}:/usr/bin:/bin` } };
    const opened = await openShell(shell, where);
    await opened.run(text);
    await opened.end();
    const called = (await readFile(calls, 'utf8')).trim().split('\n');
    const expected = text.split('\n').filter(isRecorded);
    assert.deepEqual(
      called,
      expected.map((line) => line.replaceAll(/['"]/g, '')),
      shell,
    );
  }
  return blocks.length;
};

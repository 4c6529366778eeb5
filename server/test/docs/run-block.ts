import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseShellBlocks } from '../../../lab/shell-blocks.ts';

/* Code blocks of the documents, unchanged. */

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A file of the repository. */
export const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** The code block after a marker of a document. */
export const blockOf = async (document: string, marker: string): Promise<string> => {
  const markdown = await read(document);
  const at = markdown.indexOf(`<!-- ${marker}:`);
  const block = /```\w+\n([\s\S]*?)```/.exec(markdown.slice(at))?.[1];
  assert.ok(at !== -1 && block !== undefined, `${document} has no block "${marker}"`);
  return block;
};

/** Runs a shell block; resolves with its output lines. `tools` is searched for commands first. */
export const runShell = async (
  block: string,
  { tools = root, ...env }: Record<string, string>,
  cwd = root,
): Promise<string[]> => {
  const folders = [tools, dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH];
  const run = promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', block], {
    cwd,
    env: { PATH: folders.join(':'), ...env },
  });
  return (await run).stdout.trim().split('\n');
};

/** Runs the shell block after a marker of a document; resolves with its output lines. */
export const runBlock = async (
  [document, marker]: readonly [document: string, marker: string],
  env: Record<string, string>,
  cwd = root,
): Promise<string[]> => runShell(await blockOf(document, marker), env, cwd);

/** Blocks that only set variables for the next one. */
const isSetup = (text: string): boolean => text.split('\n').every((line) => line.startsWith('export '));

/** The markers of a document's shell blocks; fails on a block without one, since no test could run it. */
export const shellMarkers = async (document: string): Promise<string[]> => {
  const markdown = await read(document);
  const lines = markdown.split('\n');
  return parseShellBlocks(markdown)
    .filter(({ text }) => !isSetup(text))
    .map(({ line }) => {
      const [, marker] = /^ *<!-- (first screen: \w+|[^:]+).* -->$/.exec(lines[line - 3] ?? '') ?? [];
      return marker ?? assert.fail(`${document}:${line} has no marker, so no test runs it`);
    });
};

/** A document whose shell blocks one test file runs. `elsewhere` are markers that other tests run. */
export const openPage = (document: string, elsewhere: readonly string[] = []) => {
  const done = new Set(elsewhere);
  return {
    run: async (marker: string, env: Record<string, string>, cwd = root): Promise<string> => {
      done.add(marker);
      return (await runBlock([document, marker], env, cwd)).join('\n');
    },
    /** Call it in the last test. */
    assertAllRun: async (): Promise<void> => {
      assert.deepEqual(
        (await shellMarkers(document)).filter((marker) => !done.has(marker)),
        [],
      );
    },
  };
};

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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

/** Runs the shell block after a marker of a document; resolves with its output lines. */
export const runBlock = async (
  [document, marker]: readonly [document: string, marker: string],
  env: Record<string, string>,
  cwd = root,
): Promise<string[]> => {
  const PATH = `${dirname(process.execPath)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const block = await blockOf(document, marker);
  const run = promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', block], {
    cwd,
    env: { PATH, ...env },
  });
  return (await run).stdout.trim().split('\n');
};

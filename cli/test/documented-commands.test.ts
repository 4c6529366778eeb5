import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { CommanderError } from 'commander';
import { repository } from '../../lab/repository.ts';
import { parseShellBlocks } from '../../lab/shell-blocks.ts';
import { commands } from '../src/commands/table.ts';
import { buildProgram } from '../src/program.ts';

/* Every `slipway …` in the documents is a command of this CLI, with options that it has. */

/** In a shell block a command is complete; in a sentence its arguments may be left out. */
interface Documented {
  place: string;
  line: string;
  isComplete: boolean;
}

const readDocument = async (name: string): Promise<Documented[]> => {
  const markdown = await readFile(join(repository, name), 'utf8');
  const blocks = parseShellBlocks(markdown).flatMap(({ line, text }) =>
    text
      .split('\n')
      .map((command, index) => ({ place: `${name}:${line + index}`, line: command, isComplete: true })),
  );
  const sentences = markdown.replaceAll(/^ *```[\s\S]*?^ *```/gm, (fenced) =>
    fenced.replaceAll(/[^\n]/g, ''),
  );
  const spans = [...sentences.matchAll(/`(slipway [^`]+)`/g)].map(({ 1: text = '', index }) => ({
    place: `${name}:${sentences.slice(0, index).split('\n').length}`,
    line: text.replaceAll(/\s+/g, ' '),
    isComplete: false,
  }));
  return [...blocks, ...spans].filter(({ line }) => /^slipway [a-z]/.test(line));
};

const wordsOf = (line: string): string[] =>
  (line.split(/ (?:\|\|?|&&|[<>]) /, 1)[0] ?? '')
    .match(/(?:"[^"]*"|'[^']*'|<[^>]*>|[^\s"'])+/g)
    ?.slice(1)
    .map((word) => word.replaceAll(/["']/g, '')) ?? [];

const shortened = ['missingArgument', 'optionMissingArgument', 'help', 'helpDisplayed'].map(
  (name) => `commander.${name}`,
);

const faultOf = async ({ line, isComplete }: Documented): Promise<string | undefined> => {
  const program = buildProgram(commands, { version: '0.0.0', write: () => {}, act: async () => {} });
  try {
    await program.parseAsync(wordsOf(line), { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return shortened.includes(error.code) && !isComplete ? undefined : error.message;
  }
};

test('every slipway command of the documents exists, with its options', async () => {
  const names = execFileSync('git', ['ls-files', '*.md'], { cwd: repository, encoding: 'utf8' })
    .trim()
    .split('\n');
  const found = (await Promise.all(names.filter((name) => name !== 'CHANGELOG.md').map(readDocument))).flat();
  assert.ok(found.length > 150, `only ${found.length} commands were found`);
  const faults: string[] = [];
  for (const documented of found) {
    const fault = await faultOf(documented);
    if (fault !== undefined) faults.push(`${documented.place}: ${documented.line}: ${fault}`);
  }
  assert.deepEqual(faults, []);
});

import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Input } from '../command.ts';
import type { Context } from '../context.ts';
import { confirmOffer } from './confirm-offer.ts';
import { diffLines } from './diff.ts';

/** Shows a diff and writes the file after confirmation. */
export const changeFile = async (
  { path, change }: { path: string; change: (text: string) => string | Promise<string> },
  input: Input,
  context: Context,
): Promise<'changed' | 'same' | 'left'> => {
  const before = await readFile(path, 'utf8');
  const after = await change(before);
  if (after === before) return 'same';
  const name = relative(context.cwd, path);
  context.output.note(`\nChanges to ${name}:\n\n${diffLines(before, after)}\n`);
  const isWanted = await confirmOffer(input, context, {
    question: `Change ${name}?`,
    left: `${name} was not changed. Pass --yes to change it.`,
  });
  if (!isWanted) return 'left';
  await writeFile(path, after);
  return 'changed';
};

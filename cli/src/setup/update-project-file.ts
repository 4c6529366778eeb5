import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Input, optionTexts } from '../command.ts';
import {
  type ProjectFile,
  parseProjectFile,
  projectFileName,
  writeProjectFile,
} from '../config/project-file.ts';
import type { Context } from '../context.ts';
import { confirmDestructive } from '../terminal/confirm.ts';
import { diffLines } from './diff.ts';

const render = ({ folder: _, ...members }: ProjectFile): string => `${JSON.stringify(members, null, 2)}\n`;

/** Keeps existing fields that are not set here. */
export const updateProjectFile = async (
  fields: { url: string; app: string; channel: string },
  input: Input,
  context: Context,
): Promise<{ path: string; file: ProjectFile }> => {
  const path = join(context.cwd, projectFileName);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const existing = text === undefined ? {} : parseProjectFile(text, path);
  const paths = optionTexts(input, 'path');
  const file = { folder: context.cwd, ...existing, ...fields, ...(paths.length === 0 ? {} : { paths }) };
  if (text !== undefined && JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(render(file))))
    return { path, file };
  if (text !== undefined)
    await confirmDestructive(
      input,
      context,
      `This changes ${projectFileName}:\n\n${diffLines(text, render(file))}\n`,
    );
  await writeProjectFile(file);
  context.output.line(`Wrote ${path}.`);
  return { path, file };
};

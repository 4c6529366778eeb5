import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';
import { findRelease } from '../../releases/find-release.ts';

const faults: Record<string, string> = { ENOENT: 'does not exist', EISDIR: 'is a folder' };

const readNotes = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const why = faults[code] ?? `cannot be read: ${message}`;
    throw usageFailure(`${path} ${why}.`, 'Pass a text file after the @.');
  }
};

export const changeNotes: Command = {
  name: 'releases notes',
  summary: 'Show or replace the release notes.',
  args: [
    { name: '<release>', about: 'version or release ID' },
    { name: '[notes]', about: 'new notes, or @file to read them from a file' },
  ],
  options: [sharedOptions.app, sharedOptions.channel],
  examples: [
    {
      command: 'slipway releases notes 1.2.0 @CHANGES.md',
      does: 'Replace the notes with the text of a file.',
    },
  ],
  async run({ args: [name = '', text] }, context) {
    const release = await findRelease(name, context);
    const { output } = context;
    if (text === undefined) {
      output.object({ release });
      return output.line(release.notes);
    }
    const notes = text.startsWith('@') ? await readNotes(resolve(context.cwd, text.slice(1))) : text;
    const changed = await context.client().changeRelease(release.app, release.id, { notes });
    output.object(changed);
    output.line(`Changed the notes of ${release.version}.`);
  },
};

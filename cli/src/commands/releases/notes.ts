import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, shared } from '../../command.ts';
import { usageFailure } from '../../failure.ts';
import { getReleaseNamed } from '../../finding-release.ts';

export const changeNotes: Command = {
  name: 'releases notes',
  summary: 'Show a release’s notes, or replace them.',
  args: [
    { name: '<release>', about: 'its version or id' },
    { name: '[notes]', about: 'the new notes, or @file to read them from' },
  ],
  options: [shared.app, shared.channel],
  examples: [
    { command: 'slipway releases notes 1.2.0', does: 'Shows the notes of 1.2.0.' },
    { command: 'slipway releases notes 1.2.0 @CHANGES.md', does: 'Replaces them with a file’s text.' },
  ],
  async run({ args: [name = '', text] }, context) {
    const release = await getReleaseNamed(name, context);
    const { output } = context;
    if (text === undefined) {
      output.object({ release });
      return output.line(release.notes);
    }
    const path = text.startsWith('@') ? resolve(context.cwd, text.slice(1)) : undefined;
    const notes = path === undefined ? text : await readFile(path, 'utf8').catch(() => undefined);
    if (notes === undefined) throw usageFailure(`There is no ${path}.`, 'Name a text file after the @.');
    const changed = await context.client().changeRelease(release.app, release.id, { notes });
    output.object(changed);
    output.line(`Changed the notes of ${release.version}.`);
  },
};

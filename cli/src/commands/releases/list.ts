import type { ReleaseState } from '@slipway/api';
import { type Command, shared, textOf } from '../../command.ts';
import { usageFailure } from '../../failure.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';

const states = ['draft', 'published', 'withdrawn'] as const;

export const listReleases: Command = {
  name: 'releases list',
  summary: 'List the releases of an app, drafts included, newest first.',
  options: [
    shared.app,
    { flags: '--channel <name>', about: 'only those of this channel' },
    { flags: '--state <state>', about: 'only those in this state', choices: states },
    shared.limit,
  ],
  examples: [
    { command: 'slipway releases list', does: 'Shows the newest releases of every channel.' },
    { command: 'slipway releases list --state draft --json', does: 'Writes the open drafts for a script.' },
  ],
  async run(input, { client, settings, output }) {
    const limit = Number(textOf(input, 'limit') ?? '20');
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw usageFailure('--limit is a number from 1 to 100.');
    const channel = textOf(input, 'channel');
    const state = textOf(input, 'state') as ReleaseState | undefined;
    const { releases, next } = await client().listReleases(settings.app(), {
      limit,
      ...(channel === undefined ? {} : { channel }),
      ...(state === undefined ? {} : { state }),
    });
    output.object({ releases, next });
    if (releases.length === 0) return output.line('There are no releases.');
    const rows = releases.map((release) => [
      release.version,
      release.channel,
      release.state,
      formatInstant(release.publishedAt),
      release.artifacts.map(({ target }) => target).join(' '),
      release.id,
    ]);
    output.line(formatTable(['version', 'channel', 'state', 'published', 'targets', 'id'], rows));
    if (next !== null) output.note(`There are more; --limit shows up to 100.`);
  },
};

import type { Release, ReleaseState } from '@slipway/api';
import { type Command, nextPageHint, optionText, pageOptions, sharedOptions } from '../../command.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';

const states = ['draft', 'published', 'withdrawn'] as const;

/** Includes the progress of an unfinished rollout. */
const stateOf = ({ state, rollout }: Release): string =>
  rollout === undefined || rollout.state === 'done'
    ? state
    : `${state}, ${rollout.state} ${rollout.percent}%`;

export const listReleases: Command = {
  name: 'releases list',
  summary: 'List releases, newest first, drafts included.',
  options: [
    sharedOptions.app,
    { flags: '--channel <name>', about: 'only this channel' },
    { flags: '--state <state>', about: 'only this state', choices: states },
    sharedOptions.limit,
    sharedOptions.cursor,
  ],
  examples: [
    { command: 'slipway releases list', does: 'Show the newest releases of all channels.' },
    { command: 'slipway releases list --state draft --json', does: 'Print drafts as JSON.' },
  ],
  async run(input, { client, settings, output }) {
    const channel = optionText(input, 'channel');
    const state = optionText(input, 'state') as ReleaseState | undefined;
    const { releases, next } = await client().listReleases(settings.app(), {
      ...pageOptions(input),
      ...(channel === undefined ? {} : { channel }),
      ...(state === undefined ? {} : { state }),
    });
    output.object({ releases, next });
    if (releases.length === 0) return output.line('No releases.');
    const rows = releases.map((release) => [
      release.version,
      release.channel,
      stateOf(release),
      formatInstant(release.publishedAt),
      release.artifacts
        .map(({ target, state }) => (state === 'pruned' ? `${target} (pruned)` : target))
        .join(' '),
      release.id,
    ]);
    output.line(formatTable(['version', 'channel', 'state', 'published', 'targets', 'ID'], rows));
    if (next !== null) output.note(nextPageHint(next));
  },
};

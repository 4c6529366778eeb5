import { type Command, sharedOptions } from '../../command.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';

export const listChannels: Command = {
  name: 'channels list',
  summary: 'List channels.',
  options: [sharedOptions.app],
  examples: [
    { command: 'slipway channels list', does: 'Show all channels and whether they accept new releases.' },
  ],
  async run(_input, { client, settings, output }) {
    const { channels } = await client().listChannels(settings.app());
    output.object({ channels });
    const rows = channels.map(({ name, active, alsoOffers, createdAt }) => [
      name,
      active ? 'active' : 'inactive',
      alsoOffers ?? '–',
      formatInstant(createdAt),
    ]);
    output.line(formatTable(['channel', 'state', 'also offers', 'created'], rows));
  },
};

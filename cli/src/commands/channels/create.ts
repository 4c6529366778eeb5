import { type Command, shared } from '../../command.ts';

export const createChannel: Command = {
  name: 'channels create',
  summary: 'Make a channel.',
  args: [{ name: '<name>', about: 'letters, digits, dots, underscores and hyphens' }],
  options: [shared.app],
  examples: [{ command: 'slipway channels create beta', does: 'Makes a stream of releases for testers.' }],
  async run({ args }, { client, settings, output }) {
    const { channel } = await client().createChannel(settings.app(), { name: args[0] ?? '' });
    output.object({ channel });
    output.line(`Made the channel ${channel.name}.`);
  },
};

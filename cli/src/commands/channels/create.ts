import { type Command, sharedOptions } from '../../command.ts';

export const createChannel: Command = {
  name: 'channels create',
  summary: 'Create a channel.',
  args: [{ name: '<name>', about: 'letters, digits, dots, underscores and hyphens' }],
  options: [sharedOptions.app],
  examples: [{ command: 'slipway channels create beta', does: 'Create the channel beta.' }],
  async run({ args }, { client, settings, output }) {
    const { channel } = await client().createChannel(settings.app(), { name: args[0] ?? '' });
    output.object({ channel });
    output.line(`Created channel ${channel.name}.`);
  },
};

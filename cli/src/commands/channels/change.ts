import { type Command, hasFlag, shared } from '../../command.ts';
import { usageFailure } from '../../failure.ts';

export const changeChannel: Command = {
  name: 'channels change',
  summary: 'Let a channel take releases or not; its clients are served either way.',
  args: [{ name: '<name>', about: 'the channel' }],
  options: [
    shared.app,
    { flags: '--active', about: 'it takes drafts and publishes' },
    { flags: '--inactive', about: 'it takes none' },
  ],
  examples: [{ command: 'slipway channels change beta --inactive', does: 'Stops releases on beta.' }],
  async run(input, { client, settings, output }) {
    const [active, inactive] = [hasFlag(input, 'active'), hasFlag(input, 'inactive')];
    if (active === inactive) throw usageFailure('Either --active or --inactive is needed.');
    const { channel } = await client().changeChannel(settings.app(), input.args[0] ?? '', { active });
    output.object({ channel });
    output.line(`${channel.name} is ${channel.active ? 'active' : 'inactive'}.`);
  },
};

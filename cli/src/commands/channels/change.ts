import { type Command, hasFlag, shared } from '../../command.ts';
import { usageFailure } from '../../failure.ts';

export const changeChannel: Command = {
  name: 'channels change',
  summary: 'Open or close a channel for new releases; its clients are served either way.',
  args: [{ name: '<name>', about: 'the channel' }],
  options: [
    shared.app,
    { flags: '--active', about: 'accept new releases; this or --inactive is required' },
    { flags: '--inactive', about: 'accept no new releases' },
  ],
  examples: [
    { command: 'slipway channels change beta --inactive', does: 'Accepts no more releases on beta.' },
  ],
  async run(input, { client, settings, output }) {
    const [active, inactive] = [hasFlag(input, 'active'), hasFlag(input, 'inactive')];
    if (active === inactive) throw usageFailure('Pass either --active or --inactive.');
    const { channel } = await client().changeChannel(settings.app(), input.args[0] ?? '', { active });
    output.object({ channel });
    output.line(`${channel.name} is ${channel.active ? 'active' : 'inactive'}.`);
  },
};

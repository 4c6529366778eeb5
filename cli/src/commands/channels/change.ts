import type { Channel, ChannelChange } from '@slipway/api';
import { type Command, hasFlag, type Input, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';

const activeOf = (input: Input): Pick<ChannelChange, 'active'> => {
  const [active, inactive] = [hasFlag(input, 'active'), hasFlag(input, 'inactive')];
  if (active && inactive) throw usageFailure('--active and --inactive can’t be combined. Pass one of them.');
  return active || inactive ? { active } : {};
};

const alsoOffersOf = (input: Input): Pick<ChannelChange, 'alsoOffers'> => {
  const name = optionText(input, 'alsoOffers');
  if (name === undefined) return {};
  return { alsoOffers: name === 'none' ? null : name };
};

/** Says whether the channel accepts releases, and which other channels' newer releases its clients also get. */
const describe = ({ name, active, alsoOffers }: Channel): string =>
  `${name} is ${active ? 'active' : 'inactive'}${alsoOffers ? ` and also offers newer releases from ${alsoOffers}` : ''}.`;

export const changeChannel: Command = {
  name: 'channels change',
  summary: 'Open or close a channel, or also offer another channel’s releases.',
  about: `A closed channel still serves its clients. With \`--also-offers stable\`, clients get whichever is newer by version: this
channel’s release or stable’s.`,
  args: [{ name: '<name>', about: 'channel name' }],
  options: [
    sharedOptions.app,
    { flags: '--active', about: 'accept new releases' },
    { flags: '--inactive', about: 'reject new releases' },
    { flags: '--also-offers <channel>', about: 'also offer newer releases from this channel; none to stop' },
  ],
  examples: [
    { command: 'slipway channels change beta --inactive', does: 'Stop accepting releases on beta.' },
    {
      command: 'slipway channels change beta --also-offers stable',
      does: 'Offer beta clients the stable release when it is newer.',
    },
  ],
  async run(input, { client, settings, output }) {
    const change = { ...activeOf(input), ...alsoOffersOf(input) };
    if (Object.keys(change).length === 0)
      throw usageFailure('Nothing to change.', 'Pass --active, --inactive or --also-offers <channel>.');
    const { channel } = await client().changeChannel(settings.app(), input.args[0] ?? '', change);
    output.object({ channel });
    output.line(describe(channel));
  },
};

import type { Channel, ChannelChange } from '@slipway/api';
import { type Command, hasFlag, type Input, optionText, sharedOptions } from '../../command.ts';
import { usageFailure } from '../../errors/failure.ts';

const activeOf = (input: Input): Pick<ChannelChange, 'active'> => {
  const [active, inactive] = [hasFlag(input, 'active'), hasFlag(input, 'inactive')];
  if (active && inactive) throw usageFailure('Pass either --active or --inactive.');
  return active || inactive ? { active } : {};
};

const alsoOffersOf = (input: Input): Pick<ChannelChange, 'alsoOffers'> => {
  const name = optionText(input, 'alsoOffers');
  if (name === undefined) return {};
  return { alsoOffers: name === 'none' ? null : name };
};

/** Says whether the channel accepts releases, and which other channels' newer releases its clients also get. */
const describe = ({ name, active, alsoOffers }: Channel): string =>
  `${name} is ${active ? 'active' : 'inactive'}${alsoOffers ? `, and also offers what ${alsoOffers} has newer` : ''}.`;

export const changeChannel: Command = {
  name: 'channels change',
  summary: 'Open or close a channel for new releases, or let it also offer another channel’s newer ones.',
  about: `A closed channel goes on serving its clients. With \`--also-offers stable\` the clients of a channel are offered whichever
is newer by version, its own release or that of \`stable\`: testers get the stable release that came after the last beta.`,
  args: [{ name: '<name>', about: 'the channel' }],
  options: [
    sharedOptions.app,
    { flags: '--active', about: 'accept new releases' },
    { flags: '--inactive', about: 'accept no new releases' },
    { flags: '--also-offers <channel>', about: 'also offer this channel’s newer releases, or none' },
  ],
  examples: [
    { command: 'slipway channels change beta --inactive', does: 'Accepts no more releases on beta.' },
    {
      command: 'slipway channels change beta --also-offers stable',
      does: 'Offers clients of beta the stable release where it is newer.',
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

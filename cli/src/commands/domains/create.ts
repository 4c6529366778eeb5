import { type Command, sharedOptions } from '../../command.ts';

export const createDomain: Command = {
  name: 'domains create',
  summary: 'Add a custom domain (admin key).',
  args: [{ name: '<domain>', about: 'host name, for example updates.example.com' }],
  options: [sharedOptions.app],
  examples: [
    { command: 'slipway domains create updates.example.com', does: 'Also serve the app on that host.' },
  ],
  async run({ args }, { client, settings, output }) {
    const { domain } = await client().createDomain(settings.app(), { domain: args[0] ?? '' });
    output.object({ domain });
    output.line(`Added ${domain.domain}. Point its DNS at the server.`);
    output.note(`Check it: slipway domains check ${domain.domain}`);
  },
};

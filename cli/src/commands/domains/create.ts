import { type Command, sharedOptions } from '../../command.ts';

export const createDomain: Command = {
  name: 'domains create',
  summary: 'Add a custom domain to an app (needs the admin key).',
  args: [{ name: '<domain>', about: 'the host name, for example updates.example.com' }],
  options: [sharedOptions.app],
  examples: [
    { command: 'slipway domains create updates.example.com', does: 'Serves the app on that host, too.' },
  ],
  async run({ args }, { client, settings, output }) {
    const { domain } = await client().createDomain(settings.app(), { domain: args[0] ?? '' });
    output.object({ domain });
    output.line(`Added ${domain.domain}. Point its DNS at the service.`);
    output.note(`\`slipway domains check ${domain.domain}\` says how far that has come.`);
  },
};

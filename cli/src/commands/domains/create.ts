import { type Command, shared } from '../../command.ts';

export const createDomain: Command = {
  name: 'domains create',
  summary: 'Let an app be reached through a domain (admin key).',
  args: [{ name: '<domain>', about: 'the host, as updates.example.com' }],
  options: [shared.app],
  examples: [{ command: 'slipway domains create updates.example.com', does: 'Serves the app there too.' }],
  async run({ args }, { client, settings, output }) {
    const { domain } = await client().createDomain(settings.app(), { domain: args[0] ?? '' });
    output.object({ domain });
    output.line(`${domain.domain} is the app’s. Point its DNS at the service.`);
  },
};

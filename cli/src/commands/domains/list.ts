import { type Command, sharedOptions } from '../../command.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';

export const listDomains: Command = {
  name: 'domains list',
  summary: 'List custom domains.',
  options: [sharedOptions.app],
  examples: [{ command: 'slipway domains list', does: 'Show the custom domains of the app.' }],
  async run(_input, { client, settings, output }) {
    const { domains } = await client().listDomains(settings.app());
    output.object({ domains });
    if (domains.length === 0) return output.line('No custom domains.');
    output.line(
      formatTable(
        ['domain', 'created'],
        domains.map(({ domain, createdAt }) => [domain, formatInstant(createdAt)]),
      ),
    );
  },
};

import { type Command, sharedOptions } from '../../command.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';
import { describeTrust } from './describe.ts';

export const listTrusts: Command = {
  name: 'trust list',
  summary: 'List the pipelines that may publish without a secret.',
  options: [sharedOptions.app],
  examples: [
    { command: 'slipway trust list', does: 'Shows each with what it is held to, and its last use.' },
  ],
  async run(_input, { client, settings, output }) {
    const { trustedPublishers } = await client().listTrustedPublishers(settings.app());
    output.object({ trustedPublishers });
    if (trustedPublishers.length === 0)
      return output.line('No pipeline is trusted: `slipway trust add github <repository>` adds one.');
    const rows = trustedPublishers.map((one) => [
      one.id,
      one.provider,
      describeTrust(one),
      one.scopes.join(','),
      formatInstant(one.lastUsedAt),
    ]);
    output.line(formatTable(['id', 'provider', 'trusts', 'scopes', 'last used'], rows));
    for (const { id, warnings = [] } of trustedPublishers)
      for (const { detail } of warnings) output.warn(`${id}: ${detail}`);
  },
};

import { type Command, sharedOptions } from '../../command.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';
import { describeTrust } from './describe.ts';

export const listTrusts: Command = {
  name: 'trust list',
  summary: 'List the pipelines that can publish without a key.',
  options: [sharedOptions.app],
  examples: [{ command: 'slipway trust list', does: 'Show each pipeline with its limits and last use.' }],
  async run(_input, { client, settings, output }) {
    const { trustedPublishers } = await client().listTrustedPublishers(settings.app());
    output.object({ trustedPublishers });
    if (trustedPublishers.length === 0)
      return output.line(
        'No trusted publishers. Add one: slipway trust add github <repository> --workflow <file>',
      );
    const rows = trustedPublishers.map((one) => [
      one.id,
      one.provider,
      describeTrust(one),
      one.scopes.join(','),
      formatInstant(one.lastUsedAt),
    ]);
    output.line(formatTable(['ID', 'provider', 'trusts', 'scopes', 'last used'], rows));
    for (const { id, warnings = [] } of trustedPublishers)
      for (const { detail } of warnings) output.warn(`${id}: ${detail}`);
  },
};

import type { Key } from '@slipway/api';
import { type Command, hasFlag, sharedOptions } from '../../command.ts';
import { formatInstant, formatTable } from '../../terminal/format.ts';

const stateOf = ({ revokedAt, expiresAt }: Key): string => {
  if (revokedAt !== null) return `revoked ${formatInstant(revokedAt)}`;
  if (expiresAt === null) return 'valid';
  return `${new Date(expiresAt) < new Date() ? 'expired' : 'valid until'} ${formatInstant(expiresAt)}`;
};

export const listKeys: Command = {
  name: 'keys list',
  summary: 'List the keys of an app; their secrets are never shown again.',
  options: [sharedOptions.app, { flags: '--all', about: 'show the ended keys of trusted pipelines, too' }],
  examples: [{ command: 'slipway keys list', does: 'Shows every key with its scopes and last use.' }],
  async run(input, { client, settings, output }) {
    const query = hasFlag(input, 'all') ? ({ all: 'true' } as const) : {};
    const { keys } = await client().listKeys(settings.app(), query);
    output.object({ keys });
    if (keys.length === 0)
      return output.line('There are no keys yet: `slipway keys create <name>` creates one.');
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.scopes.join(','),
      stateOf(key),
      formatInstant(key.lastUsedAt),
    ]);
    output.line(formatTable(['id', 'name', 'scopes', 'state', 'last used'], rows));
  },
};

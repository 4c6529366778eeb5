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
  summary: 'List keys, without their secrets.',
  options: [sharedOptions.app, { flags: '--all', about: 'include expired keys of trusted pipelines' }],
  examples: [{ command: 'slipway keys list', does: 'Show all keys with scopes and last use.' }],
  async run(input, { client, settings, output }) {
    const query = hasFlag(input, 'all') ? ({ all: 'true' } as const) : {};
    const { keys } = await client().listKeys(settings.app(), query);
    output.object({ keys });
    if (keys.length === 0) return output.line('No keys yet. Create one: slipway keys create <name>');
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.scopes.join(','),
      stateOf(key),
      formatInstant(key.lastUsedAt),
    ]);
    output.line(formatTable(['ID', 'name', 'scopes', 'state', 'last used'], rows));
  },
};

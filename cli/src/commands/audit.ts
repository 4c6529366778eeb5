import { type Command, shared, textOf } from '../command.ts';
import { usageFailure } from '../failure.ts';
import { formatInstant, formatTable } from '../terminal/format.ts';

export const audit: Command = {
  name: 'audit',
  summary: 'Show who changed what, newest first.',
  options: [shared.app, shared.limit],
  examples: [{ command: 'slipway audit --limit 50', does: 'Shows the last fifty changes.' }],
  async run(input, { client, settings, output }) {
    const limit = Number(textOf(input, 'limit') ?? '20');
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw usageFailure('--limit is a number from 1 to 100.');
    const { entries, next } = await client().listAudit(settings.app(), { limit });
    output.object({ entries, next });
    const rows = entries.map(({ at, actor, action, subject }) => [formatInstant(at), actor, action, subject]);
    output.line(formatTable(['when (UTC)', 'who', 'what', 'on'], rows));
  },
};

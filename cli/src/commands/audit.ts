import { type Command, nextPageHint, pageOf, shared } from '../command.ts';
import { formatInstant, formatTable } from '../terminal/format.ts';

export const audit: Command = {
  name: 'audit',
  summary: 'Show who changed what, newest first.',
  options: [shared.app, shared.limit, shared.cursor],
  examples: [{ command: 'slipway audit --limit 50', does: 'Shows the last fifty changes.' }],
  async run(input, { client, settings, output }) {
    const { entries, next } = await client().listAudit(settings.app(), pageOf(input));
    output.object({ entries, next });
    const rows = entries.map(({ at, actor, action, subject }) => [formatInstant(at), actor, action, subject]);
    output.line(formatTable(['when (UTC)', 'who', 'what', 'on'], rows));
    if (next !== null) output.note(nextPageHint(next));
  },
};

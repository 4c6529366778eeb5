import type { AuditEntry } from '@slipway/api';
import { type Command, nextPageHint, pageOf, shared } from '../command.ts';
import { formatInstant, formatTable } from '../terminal/format.ts';

const told: Record<string, (value: string) => string> = {
  version: (value) => value,
  channel: (value) => `on ${value}`,
  target: (value) => value,
  reason: (value) => `reason: ${value}`,
};

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : typeof value === 'object' ? JSON.stringify(value) : String(value);

const order = ['version', 'channel', 'target'];
const rank = (name: string): number => {
  if (name === 'reason') return order.length + 1;
  return order.includes(name) ? order.indexOf(name) : order.length;
};

/** What was changed, in words: the version and the target first, the reason last. */
const describe = ({ detail }: AuditEntry): string => {
  const members = Object.entries(detail ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return members
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, value]) => told[name]?.(textOf(value)) ?? `${name}: ${textOf(value)}`)
    .join(', ');
};

export const audit: Command = {
  name: 'audit',
  summary: 'Show who changed what, newest first.',
  options: [shared.app, shared.limit, shared.cursor],
  examples: [{ command: 'slipway audit --limit 50', does: 'Shows the last fifty changes.' }],
  async run(input, { client, settings, output }) {
    const { entries, next } = await client().listAudit(settings.app(), pageOf(input));
    output.object({ entries, next });
    const rows = entries.map((entry) => [
      formatInstant(entry.at),
      entry.actor,
      entry.action,
      entry.subject,
      describe(entry),
    ]);
    output.line(formatTable(['when (UTC)', 'who', 'what', 'on', 'details'], rows));
    if (next !== null) output.note(nextPageHint(next));
  },
};

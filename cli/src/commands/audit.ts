import type { AuditEntry } from '@slipway/api';
import { type Command, nextPageHint, pageOptions, sharedOptions } from '../command.ts';
import { formatInstant, formatTable } from '../terminal/format.ts';

const formatters: Record<string, (value: string) => string> = {
  version: (value) => value,
  channel: (value) => `on ${value}`,
  target: (value) => value,
  reason: (value) => `reason: ${value}`,
};

/** Shows only the non-empty fields of an object. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).filter(([, one]) => one !== null);
  const parts = members.map(
    ([name, one]) => `${name} ${typeof one === 'object' ? JSON.stringify(one) : one}`,
  );
  return `(${parts.join(', ')})`;
};

const textOfNone = (name: string): string => (name === 'allowanceBytes' ? 'unlimited' : 'none');

const order = ['version', 'channel', 'target'];
const rank = (name: string): number => {
  if (name === 'reason') return order.length + 1;
  return order.includes(name) ? order.indexOf(name) : order.length;
};

/** In these changes null means removed; elsewhere it means no value. */
const unsetting = ['release.policy', 'channel.change', 'app.change'];

/** Puts the version and the target first, the reason last. */
const describe = ({ action, detail }: AuditEntry): string => {
  const isPrinted = (value: unknown): boolean =>
    value !== undefined && (value !== null || unsetting.includes(action));
  const members = Object.entries(detail ?? {}).filter(([, value]) => isPrinted(value));
  return members
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, value]) => [name, value === null ? textOfNone(name) : textOf(value)] as const)
    .map(([name, text]) => formatters[name]?.(text) ?? `${name}: ${text}`)
    .join(', ');
};

/** A key by its name and by the ID that other commands accept. */
const actorOf = ({ actor, actorName }: AuditEntry): string =>
  actorName === undefined || actorName === actor ? actor : `${actorName} (${actor})`;

export const audit: Command = {
  name: 'audit',
  summary: 'Show the audit log, newest first.',
  options: [sharedOptions.app, sharedOptions.limit, sharedOptions.cursor],
  examples: [{ command: 'slipway audit --limit 50', does: 'Show the last 50 entries.' }],
  async run(input, { client, settings, output }) {
    const { entries, next } = await client().listAudit(settings.app(), pageOptions(input));
    output.object({ entries, next });
    const rows = entries.map((entry) => [
      formatInstant(entry.at),
      actorOf(entry),
      entry.action,
      entry.subject,
      describe(entry),
    ]);
    output.line(formatTable(['when (UTC)', 'who', 'what', 'on', 'details'], rows));
    if (next !== null) output.note(nextPageHint(next));
  },
};

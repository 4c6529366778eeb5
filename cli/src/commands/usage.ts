import { UsageBy } from '@slipway/api';
import { type Command, optionText, sharedOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { formatChart } from '../terminal/chart.ts';
import { formatBytes, formatInstant, formatQuantity, formatTable } from '../terminal/format.ts';

interface Sum {
  bytes: number;
  downloads: number;
}

type Row = Sum & { day?: string; version?: string; target?: string };

interface UsageReport {
  from: string;
  to: string;
  partial?: true;
  totals: Sum;
  rows: Row[];
  month: { bytes: number; allowanceBytes: number | null; resetsAt: string; partial?: true };
}

const sumBy = (rows: Row[], keyOf: (row: Row) => string | undefined): [name: string, sum: Sum][] => {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const key = keyOf(row) ?? '';
    const sum = sums.get(key) ?? { bytes: 0, downloads: 0 };
    sums.set(key, { bytes: sum.bytes + row.bytes, downloads: sum.downloads + row.downloads });
  }
  return [...sums];
};

const renderDays = (rows: Row[]): string =>
  formatChart(
    sumBy(rows, ({ day }) => day).map(([label, { bytes }]) => ({
      label,
      value: bytes,
      text: formatBytes(bytes),
    })),
  );

const renderTable = (names: ('version' | 'target')[], rows: Row[]): string => {
  const sums = sumBy(rows, (row) => names.map((name) => row[name]).join(' '));
  const cells = sums.map(([name, sum]) => [
    ...name.split(' '),
    formatBytes(sum.bytes),
    String(sum.downloads),
  ]);
  return formatTable([...names, 'bytes', 'downloads'], cells);
};

const partsOf = (rows: Row[], by: UsageBy | undefined): string[] => {
  if (by === 'day') return [renderDays(rows)];
  if (by === 'release') return [renderTable(['version'], rows)];
  if (by === 'target') return [renderTable(['target'], rows)];
  return [renderDays(rows), renderTable(['version', 'target'], rows)];
};

const partialWords = 'Partial: on some days, caches or S3 delivered files that are not counted.';

const read = async (
  { client, settings }: Context,
  days: { from?: string; to?: string },
  by: UsageBy | undefined,
): Promise<UsageReport> => {
  const { getUsage, sumUsage } = client();
  const slug = settings.app();
  return by === undefined
    ? (await getUsage(slug, days)).usage
    : (await sumUsage(slug, { ...days, by })).usage;
};

export const usage: Command = {
  name: 'usage',
  summary: 'Show downloads by day, release and target.',
  about: 'Lists up to 92 days, or up to 400 with `--by`.',
  options: [
    sharedOptions.app,
    { flags: '--from <day>', about: 'first day (UTC), for example 2026-01-01' },
    { flags: '--to <day>', about: 'last day (UTC)' },
    { flags: '--by <what>', about: 'group by day, release or target', choices: UsageBy.enum },
  ],
  examples: [
    { command: 'slipway usage', does: 'Show the downloads of the default period.' },
    {
      command: 'slipway usage --by target --from 2026-01-01 --to 2026-12-31',
      does: 'Show one year by target.',
    },
  ],
  async run(input, context) {
    const { output } = context;
    const [from, to] = [optionText(input, 'from'), optionText(input, 'to')];
    const by = optionText(input, 'by') as UsageBy | undefined;
    const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const summary = await read(context, days, by);
    output.object({ usage: summary });
    const { totals, rows, month } = summary;
    output.line(
      `${summary.from} to ${summary.to}: ${formatBytes(totals.bytes)}, ${formatQuantity(totals.downloads, 'download')}`,
    );
    if (summary.partial) output.line(partialWords);
    for (const part of rows.length > 0 ? partsOf(rows, by) : []) output.line(`\n${part}`);
    const limit = month.allowanceBytes === null ? 'no limit' : `of ${formatBytes(month.allowanceBytes)}`;
    output.line(
      `\nThis month: ${formatBytes(month.bytes)} (${limit}${month.partial ? ', partial' : ''}). Resets on ${formatInstant(month.resetsAt)} UTC.`,
    );
  },
};

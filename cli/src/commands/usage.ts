import { type Command, shared, textOf } from '../command.ts';
import { formatChart } from '../terminal/chart.ts';
import { countOf, formatBytes, formatInstant, formatTable } from '../terminal/format.ts';

interface Sum {
  bytes: number;
  downloads: number;
}

const sumBy = <T extends Sum>(rows: T[], keyOf: (row: T) => string): Map<string, Sum> => {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? { bytes: 0, downloads: 0 };
    sums.set(keyOf(row), { bytes: sum.bytes + row.bytes, downloads: sum.downloads + row.downloads });
  }
  return sums;
};

export const usage: Command = {
  name: 'usage',
  summary: 'Show what was downloaded, by day, release and target, with a small chart.',
  options: [
    shared.app,
    { flags: '--from <day>', about: 'the first day (UTC), for example 2026-01-01' },
    { flags: '--to <day>', about: 'the last day (UTC)' },
  ],
  examples: [
    { command: 'slipway usage', does: 'Shows the service’s default period.' },
    {
      command: 'slipway usage --from 2026-01-01 --to 2026-01-31 --json',
      does: 'Writes one month as JSON.',
    },
  ],
  async run(input, { client, settings, output }) {
    const [from, to] = [textOf(input, 'from'), textOf(input, 'to')];
    const { usage: told } = await client().getUsage(settings.app(), {
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
    output.object({ usage: told });
    const { totals, rows, month } = told;
    output.line(
      `${told.from} to ${told.to}: ${formatBytes(totals.bytes)}, ${countOf(totals.downloads, 'download')}`,
    );
    const days = [...sumBy(rows, ({ day }) => day)];
    if (days.length > 0) {
      output.line(
        `\n${formatChart(days.map(([label, { bytes }]) => ({ label, value: bytes, text: formatBytes(bytes) })))}`,
      );
      const artifacts = [...sumBy(rows, ({ version, target }) => `${version} ${target}`)];
      const cells = artifacts.map(([name, sum]) => [
        ...name.split(' '),
        formatBytes(sum.bytes),
        String(sum.downloads),
      ]);
      output.line(`\n${formatTable(['version', 'target', 'bytes', 'downloads'], cells)}`);
    }
    const limit = month.allowanceBytes === null ? 'no limit' : `of ${formatBytes(month.allowanceBytes)}`;
    output.line(
      `\nThis month: ${formatBytes(month.bytes)} (${limit}). The count restarts on ${formatInstant(month.resetsAt)} UTC.`,
    );
  },
};

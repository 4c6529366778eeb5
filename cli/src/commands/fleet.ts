import { FleetBy, type FleetSummary } from '@slipway/api';
import { compareVersionTexts, isOrdered } from '@slipway/core/version.ts';
import { type Command, optionText, sharedOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../errors/failure.ts';
import { clientsColumn, clientsText } from '../fleet/clients.ts';
import { formatChart } from '../terminal/chart.ts';
import { formatQuantity, formatShare } from '../terminal/format.ts';

type Row = FleetSummary['rows'][number];

/** Clients that do not send their version. */
const unknown = 'unknown';

/** These rows have no version: unknown clients, made-up versions, and the overflow of the cardinality limit. */
const unnamed = ['other', unknown];

const nameOf = ({ version, target, day }: Row): string => version ?? target ?? day ?? '';

/** Newest version first and unnamed rows last; targets by their checks; days in order. */
const inOrder = (rows: Row[], by: FleetBy): Row[] => {
  if (by === 'day') return rows;
  if (by === 'target') return rows.toSorted((a, b) => b.checks - a.checks);
  const isNamed = ({ version = '' }: Row): boolean => !unnamed.includes(version);
  const newest = rows
    .filter(isNamed)
    .toSorted((a, b) => compareVersionTexts(b.version ?? '', a.version ?? ''));
  return [...newest, ...rows.filter((row) => !isNamed(row))];
};

const renderBars = (rows: Row[], all: number): string => {
  const counts = rows.map(({ checks }) => checks.toLocaleString('en'));
  const width = Math.max(0, ...counts.map((count) => count.length));
  const clients = clientsColumn(rows);
  return formatChart(
    rows.map((row, index) => ({
      label: nameOf(row),
      value: row.checks,
      text: `${(counts[index] ?? '').padStart(width)}  ${formatShare(row.checks, all).padStart(6)}${clients[index] ?? ''}`,
    })),
  );
};

interface OlderShare {
  version: string;
  checks: number;
  /** Checks that carry a version: the base of the share. */
  of: number;
  share: number;
}

const checksOf = (rows: readonly Row[]): number => rows.reduce((sum, { checks }) => sum + checks, 0);

/** Counts checks of older versions. Rows without a version number do not count. */
const olderThan = ({ rows }: FleetSummary, version: string): OlderShare => {
  const older = rows.filter(
    (row) => isOrdered(row.version ?? '') && compareVersionTexts(row.version ?? '', version) < 0,
  );
  const [checks, of] = [checksOf(older), checksOf(rows.filter((row) => row.version !== unknown))];
  return { version, checks, of, share: of === 0 ? 0 : checks / of };
};

const printOlderShare = ({ output }: Context, { version, checks, of }: OlderShare, all: number): void => {
  const rest = of === all ? '' : ` Based on ${formatShare(of, all)} of checks; the rest send no version.`;
  const share = `${formatShare(checks, of)} (${checks.toLocaleString('en')} of ${formatQuantity(of, 'check')})`;
  output.line(`\nOlder than ${version}: ${share}.${rest}`);
};

const demandReadable = (version: string | undefined, by: FleetBy): void => {
  if (version === undefined) return;
  if (by !== 'version') throw usageFailure('--older-than can’t be combined with --by target or --by day.');
  if (!isOrdered(version))
    throw usageFailure(`"${version}" is not a comparable version.`, 'Use one such as 1.4.0.');
};

const printFleet = ({ output }: Context, fleet: FleetSummary, by: FleetBy): void => {
  const { totals, rows } = fleet;
  output.line(
    `${fleet.from} to ${fleet.to}: ${formatQuantity(totals.checks, 'check')}, ` +
      `${formatShare(totals.offers, totals.checks)} got an update, ${formatShare(totals.withId, totals.checks)} sent an ID`,
  );
  const clients = clientsText(fleet);
  if (clients !== undefined) output.line(clients);
  if (rows.length > 0) output.line(`\n${renderBars(inOrder(rows, by), totals.checks)}`);
};

export const fleet: Command = {
  name: 'fleet',
  summary: 'Show which versions check for updates.',
  about: `Defaults to the last 7 days, up to 400. Every check counts; unique clients are counted only among those that send an ID.
\`other\`: versions never published here. \`unknown\`: updaters that send no version. \`--older-than\` is a share of the checks
that send a version.`,
  options: [
    sharedOptions.app,
    { flags: '--channel <name>', about: 'only this channel (default: all)' },
    { flags: '--from <day>', about: 'first day (UTC), for example 2026-01-01' },
    { flags: '--to <day>', about: 'last day (UTC)' },
    { flags: '--by <what>', about: 'group by (default: version)', choices: FleetBy.enum },
    { flags: '--older-than <version>', about: 'show the share on versions older than this' },
  ],
  examples: [
    { command: 'slipway fleet', does: 'Show checks by version in the last week.' },
    { command: 'slipway fleet --older-than 1.4.0', does: 'Show how many clients don’t have 1.4.0 yet.' },
    { command: 'slipway fleet --by target --json', does: 'Print checks by target as JSON.' },
  ],
  async run(input, context) {
    const { client, settings, output } = context;
    const by = (optionText(input, 'by') as FleetBy | undefined) ?? 'version';
    const version = optionText(input, 'olderThan');
    demandReadable(version, by);
    const filters = {
      channel: optionText(input, 'channel'),
      from: optionText(input, 'from'),
      to: optionText(input, 'to'),
    };
    const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const summary = (await client().sumFleet(settings.app(), { ...query, by })).fleet;
    const older = version === undefined ? undefined : olderThan(summary, version);
    output.object({ fleet: summary, ...(older === undefined ? {} : { olderThan: older }) });
    printFleet(context, summary, by);
    if (older !== undefined) printOlderShare(context, older, summary.totals.checks);
    for (const { detail } of summary.warnings) output.warn(detail);
  },
};

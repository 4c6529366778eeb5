import type { RolloutDetails } from '@slipway/api';
import { groupBy } from '../group-by.ts';
import { formatBar } from '../terminal/chart.ts';
import { formatInstant, formatTable } from '../terminal/format.ts';

/* A compact hourly history of a release. */

type Hour = RolloutDetails['hours'][number];

/** The sum of all targets in an hour or a day. */
interface Sum {
  at: string;
  offers: number;
  downloads: number;
  arrivals: number;
}

const mostRows = 24;
const barWidth = 22;
const dayLength = '2026-03-14'.length;

const sumsBy = (hours: readonly Hour[], nameOf: (hour: Hour) => string): Sum[] => {
  const groups = groupBy(hours, nameOf);
  const total = (group: Hour[], name: 'offers' | 'downloads' | 'arrivals') =>
    group.reduce((sum, hour) => sum + hour[name], 0);
  return [...groups]
    .map(([at, group]) => ({
      at,
      offers: total(group, 'offers'),
      downloads: total(group, 'downloads'),
      arrivals: total(group, 'arrivals'),
    }))
    .filter(({ offers, downloads, arrivals }) => offers + downloads + arrivals > 0)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
};

/** One line per active hour, or per day if there are many; undefined if there is no data. */
export const hoursTable = (hours: readonly Hour[]): string | undefined => {
  const byHour = sumsBy(hours, ({ hour }) => formatInstant(hour));
  const isLong = byHour.length > mostRows;
  const sums = isLong ? sumsBy(hours, ({ hour }) => hour.slice(0, dayLength)) : byHour;
  if (sums.length === 0) return undefined;
  const recent = sums.slice(-mostRows);
  const most = Math.max(...recent.map(({ downloads }) => downloads));
  return formatTable(
    [isLong ? '  day (UTC)' : '  hour (UTC)', 'offers', 'downloads', 'checks from it', ''],
    recent.map(({ at, offers, downloads, arrivals }) => [
      `  ${at}`,
      ...[offers, downloads, arrivals].map(String),
      formatBar(downloads, most, barWidth),
    ]),
  );
};

import type { Release, Usage } from '@slipway/api';
import { client } from '../../data/client.ts';
import { type QueryResult, useQuery } from '../../data/query-cache.ts';
import { daysAgo } from '../../ui/format.ts';
import { daysBetween } from '../overview/installed-by-day.ts';

/* Downloads of one release. */

export interface ReleaseDownloads {
  days: string[];
  downloads: number[];
  byTarget: ReadonlyMap<string, number>;
  /** Total over the displayed days. */
  total: number;
  bytes: number;
}

/** Filters an app's usage by release. */
export const summarizeDownloads = (usage: Usage, releaseId: string): ReleaseDownloads => {
  const rows = usage.rows.filter((row) => row.releaseId === releaseId);
  const days = daysBetween(usage.from, usage.to);
  const downloads = days.map(() => 0);
  const byTarget = new Map<string, number>();
  for (const { day, target, downloads: count } of rows) {
    const at = days.indexOf(day);
    if (at !== -1) downloads[at] = (downloads[at] ?? 0) + count;
    byTarget.set(target, (byTarget.get(target) ?? 0) + count);
  }
  return {
    days,
    downloads,
    byTarget,
    total: rows.reduce((total, row) => total + row.downloads, 0),
    bytes: rows.reduce((total, row) => total + row.bytes, 0),
  };
};

const mostDays = 30;

/** The first displayed day: the publication day, at most thirty days ago. */
export const firstDayOf = ({ publishedAt }: Pick<Release, 'publishedAt'>, now = Date.now()): string => {
  const [published, month] = [publishedAt?.slice(0, 10) ?? '', daysAgo(mostDays - 1, now)];
  return published > month ? published : month;
};

/** The cache key and request for a release's downloads by day and target. */
export const downloadsQuery = (
  app: string,
  release: Release,
): { queryKey: string; queryFn: () => Promise<ReleaseDownloads> } => ({
  queryKey: `${app}/reach/${release.id}`,
  queryFn: async () =>
    summarizeDownloads((await client.getUsage(app, { from: firstDayOf(release) })).usage, release.id),
});

export const useReleaseDownloads = (app: string, release: Release): QueryResult<ReleaseDownloads> => {
  const { queryKey, queryFn } = downloadsQuery(app, release);
  return useQuery(queryKey, queryFn);
};

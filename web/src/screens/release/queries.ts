import type { Release, Usage } from '@slipway/api';
import { client } from '../../data/client.ts';
import { type Answer, useAnswer } from '../../data/query-cache.ts';
import { dayBefore } from '../../ui/format.ts';
import { daysBetween } from '../overview/installed.ts';

/* How far one release has come. */

export interface ReleaseReach {
  days: string[];
  downloads: number[];
  byTarget: ReadonlyMap<string, number>;
  /** Of the days that are shown. */
  sum: number;
  bytes: number;
}

/** The downloads of one release out of those of its app. */
export const reachOf = (usage: Usage, releaseId: string): ReleaseReach => {
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
    sum: rows.reduce((total, row) => total + row.downloads, 0),
    bytes: rows.reduce((total, row) => total + row.bytes, 0),
  };
};

const mostDays = 30;

/** The first day that is shown: of its publication, or thirty days ago. */
export const firstDayOf = ({ publishedAt }: Pick<Release, 'publishedAt'>, now = Date.now()): string => {
  const [published, month] = [publishedAt?.slice(0, 10) ?? '', dayBefore(mostDays - 1, now)];
  return published > month ? published : month;
};

/** Under which name the downloads of a release are kept, by day and target, and how they are asked for. */
export const askReach = (
  app: string,
  release: Release,
): { name: string; load: () => Promise<ReleaseReach> } => ({
  name: `${app}/reach/${release.id}`,
  load: async () => reachOf((await client.getUsage(app, { from: firstDayOf(release) })).usage, release.id),
});

/** Downloads of a release, by day and target. */
export const useReach = (app: string, release: Release): Answer<ReleaseReach> => {
  const { name, load } = askReach(app, release);
  return useAnswer(name, load);
};

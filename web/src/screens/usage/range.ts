import { daysAgo } from '../../ui/format.ts';

/* The date range in the URL. Pure. */

export const ranges = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;

export type DayRangeKey = (typeof ranges)[number][0];

/** Parses the range; defaults to 30 days. */
export const parseDays = (text: string | undefined): DayRangeKey =>
  ranges.find(([days]) => days === text)?.[0] ?? '30';

/** The first day of a range that ends today. */
export const firstDay = (days: DayRangeKey, now = Date.now()): string => daysAgo(Number(days) - 1, now);

/** Safely below the API's limit of days per detailed request. */
const windowDays = 30;

/** Splits a range into windows that fit one detailed request. */
export const dateWindows = (days: DayRangeKey, now = Date.now()): { from: string; to: string }[] => {
  const windows: { from: string; to: string }[] = [];
  for (let first = Number(days) - 1; first >= 0; first -= windowDays)
    windows.push({
      from: daysAgo(first, now),
      to: daysAgo(Math.max(first - windowDays + 1, 0), now),
    });
  return windows;
};

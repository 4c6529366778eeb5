import { daysAgo } from '../../ui/format.ts';

/* Which days are shown, as the address says it. Pure. */

export const ranges = [
  ['7', '7 d'],
  ['30', '30 d'],
  ['90', '90 d'],
  ['365', 'A year'],
] as const;

export type DayRangeKey = (typeof ranges)[number][0];

/** The days of an address; thirty where it says nothing that is offered. */
export const parseDays = (text: string | undefined): DayRangeKey =>
  ranges.find(([days]) => days === text)?.[0] ?? '30';

/** The first of so many days that end today. */
export const firstDay = (days: DayRangeKey, now = Date.now()): string => daysAgo(Number(days) - 1, now);

/** As many days as one call may list row by row, with room. */
const windowDays = 30;

/** The days cut into pieces that can be listed row by row. */
export const dateWindows = (days: DayRangeKey, now = Date.now()): { from: string; to: string }[] => {
  const windows: { from: string; to: string }[] = [];
  for (let first = Number(days) - 1; first >= 0; first -= windowDays)
    windows.push({
      from: daysAgo(first, now),
      to: daysAgo(Math.max(first - windowDays + 1, 0), now),
    });
  return windows;
};

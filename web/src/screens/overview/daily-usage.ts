import { client } from '../../data/client.ts';
import { daysAgo } from '../../ui/format.ts';
import { daysBetween } from './installed-by-day.ts';

/** Daily usage of the last thirty days, including days without any. */
export const loadDailyUsage = async (app: string) => {
  const { usage } = await client.sumUsage(app, { by: 'day', from: daysAgo(29) });
  const rows = new Map(usage.rows.map((row) => [row.day, row]));
  const days = daysBetween(usage.from, usage.to);
  return {
    ...usage,
    days,
    downloads: days.map((day) => rows.get(day)?.downloads ?? 0),
    bytes: days.map((day) => rows.get(day)?.bytes ?? 0),
  };
};

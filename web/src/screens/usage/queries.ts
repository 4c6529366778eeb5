import type { UsageBy, UsageSummary } from '@slipway/api';
import { client } from '../../data/client.ts';
import { type DayRangeKey, firstDay } from './range.ts';

/** The cache key and request for usage totals. */
export const usageTotalsQuery = (
  app: string,
  by: UsageBy,
  days: DayRangeKey,
): [queryKey: string, queryFn: () => Promise<{ usage: UsageSummary }>] => [
  `${app}/usage/${by}/${days}`,
  () => client.sumUsage(app, { by, from: firstDay(days) }),
];

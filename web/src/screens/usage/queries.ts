import type { UsageBy, UsageSums } from '@slipway/api';
import { client } from '../../data/client.ts';
import { type Days, firstDay } from './range.ts';

/** Under which name sums of usage are kept, and how they are asked for. */
export const askSums = (
  app: string,
  by: UsageBy,
  days: Days,
): [name: string, load: () => Promise<{ usage: UsageSums }>] => [
  `${app}/usage/${by}/${days}`,
  () => client.sumUsage(app, { by, from: firstDay(days) }),
];

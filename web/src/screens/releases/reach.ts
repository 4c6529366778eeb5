import type { FleetSums } from '@slipway/api';
import { client } from '../../data/client.ts';
import { useAnswer } from '../../data/query-cache.ts';
import { dayBefore } from '../../ui/format.ts';

/* How far releases have come: downloads, which no cache hides, and their share of yesterday's checks. */

/** Downloads by release, as far back as sums are kept. */
export const useDownloads = (app: string): ReadonlyMap<string, number> | undefined => {
  const { value } = useAnswer(`${app}/usage-by-release`, () =>
    client.sumUsage(app, { by: 'release', from: dayBefore(399) }),
  );
  return value && new Map(value.usage.rows.map(({ releaseId = '', downloads }) => [releaseId, downloads]));
};

/** Yesterday's checks, of the last whole UTC day, by version. */
export const useChecks = (app: string, channel: string | undefined): FleetSums | undefined => {
  const day = dayBefore(1);
  const load = () => client.sumFleet(app, { by: 'version', from: day, to: day, channel });
  return useAnswer(`${app}/checks-by-version/${channel ?? ''}`, load).value?.fleet;
};

/** The share of each version in yesterday's checks. */
export const useShares = (app: string, channel: string | undefined): ReadonlyMap<string, number> => {
  const { rows = [], totals } = useChecks(app, channel) ?? {};
  return new Map(rows.map(({ version = '', checks }) => [version, checks / (totals?.checks || 1)]));
};

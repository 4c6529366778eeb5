import type { FleetSummary } from '@slipway/api';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query-cache.ts';
import { daysAgo } from '../../ui/format.ts';

/* How far releases have come: downloads, which no cache hides, and their share of yesterday's checks. */

/** Downloads by release, as far back as sums are kept. */
export const useDownloadsByRelease = (app: string): ReadonlyMap<string, number> | undefined => {
  const { value } = useQuery(`${app}/usage-by-release`, () =>
    client.sumUsage(app, { by: 'release', from: daysAgo(399) }),
  );
  return value && new Map(value.usage.rows.map(({ releaseId = '', downloads }) => [releaseId, downloads]));
};

/** Yesterday's checks, of the last whole UTC day, by version. */
export const useYesterdayChecks = (app: string, channel: string | undefined): FleetSummary | undefined => {
  const day = daysAgo(1);
  const load = () => client.sumFleet(app, { by: 'version', from: day, to: day, channel });
  return useQuery(`${app}/checks-by-version/${channel ?? ''}`, load).value?.fleet;
};

/** The share of each version in yesterday's checks. */
export const useVersionShares = (app: string, channel: string | undefined): ReadonlyMap<string, number> => {
  const { rows = [], totals } = useYesterdayChecks(app, channel) ?? {};
  return new Map(rows.map(({ version = '', checks }) => [version, checks / (totals?.checks || 1)]));
};

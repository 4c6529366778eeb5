import type { FleetSummary } from '@slipway/api';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query-cache.ts';
import { daysAgo } from '../../ui/format.ts';

/* Adoption of releases: downloads, which caches do not hide, and shares of yesterday's checks. */

/** Downloads by release, as far back as the server keeps totals. */
export const useDownloadsByRelease = (app: string): ReadonlyMap<string, number> | undefined => {
  const { value } = useQuery(`${app}/usage-by-release`, () =>
    client.sumUsage(app, { by: 'release', from: daysAgo(399) }),
  );
  return value && new Map(value.usage.rows.map(({ releaseId = '', downloads }) => [releaseId, downloads]));
};

/** Checks of the last complete UTC day by version. */
export const useYesterdayChecks = (app: string, channel: string | undefined): FleetSummary | undefined => {
  const day = daysAgo(1);
  const queryFn = () => client.sumFleet(app, { by: 'version', from: day, to: day, channel });
  return useQuery(`${app}/checks-by-version/${channel ?? ''}`, queryFn).value?.fleet;
};

export const useVersionShares = (app: string, channel: string | undefined): ReadonlyMap<string, number> => {
  const { rows = [], totals } = useYesterdayChecks(app, channel) ?? {};
  return new Map(rows.map(({ version = '', checks }) => [version, checks / (totals?.checks || 1)]));
};

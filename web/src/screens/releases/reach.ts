import { client } from '../../client.ts';
import { dayBefore } from '../../format.ts';
import { useAnswer } from '../../live.ts';

/* How far releases have come: downloads, which no cache hides, and their share of yesterday's checks. */

/** Downloads by release, as far back as sums are kept. */
export const useDownloads = (app: string): ReadonlyMap<string, number> | undefined => {
  const { value } = useAnswer(`${app}/usage-by-release`, () =>
    client.sumUsage(app, { by: 'release', from: dayBefore(399) }),
  );
  return value && new Map(value.usage.rows.map(({ releaseId = '', downloads }) => [releaseId, downloads]));
};

/** The share of each version in the checks of yesterday, the last whole UTC day. */
export const useShares = (app: string, channel: string | undefined): ReadonlyMap<string, number> => {
  const day = dayBefore(1);
  const { value } = useAnswer(`${app}/checks-by-version/${channel ?? ''}`, () =>
    client.sumFleet(app, {
      by: 'version',
      from: day,
      to: day,
      ...(channel === undefined ? {} : { channel }),
    }),
  );
  const checks = value?.fleet.totals.checks ?? 0;
  if (value === undefined || checks === 0) return new Map();
  return new Map(value.fleet.rows.map((row) => [row.version ?? '', row.checks / checks]));
};

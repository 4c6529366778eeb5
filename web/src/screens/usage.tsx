import type { AppScreenProps } from '../app/app-screen.ts';
import { navigate } from '../app/location.ts';
import { isSettled, useQuery } from '../data/query-cache.ts';
import { SegmentedControl } from '../ui/field.tsx';
import { Platform } from '../ui/platform.tsx';
import { Screen } from '../ui/screen.tsx';
import { UsageByDayCard } from './usage/by-day.tsx';
import { DownloadCsvButton } from './usage/download-csv-button.tsx';
import { usageTotalsQuery } from './usage/queries.ts';
import { parseDays, ranges } from './usage/range.ts';
import { UsageTotalsCard } from './usage/totals.tsx';

/** Downloads by day, release and platform, with a CSV export. */
export const UsageScreen = ({ app, query }: AppScreenProps) => {
  const days = parseDays(query.days);
  // The cards below show these queries; here they only show when the heights are known.
  const byDay = useQuery(...usageTotalsQuery(app, 'day', days));
  const byRelease = useQuery(...usageTotalsQuery(app, 'release', days));
  const areSumsSettled = isSettled(byDay) && isSettled(byRelease);
  return (
    <Screen
      title="Usage"
      app={app}
      actions={
        <>
          <SegmentedControl
            label="Days"
            options={ranges}
            value={days}
            onChange={(chosen) => navigate(`/apps/${app}/usage?days=${chosen}`, true)}
          />
          <DownloadCsvButton app={app} days={days} />
        </>
      }
    >
      <UsageByDayCard key={`day-${days}`} app={app} days={days} />
      <div key={`sums-${days}`} class={areSumsSettled ? 'stack' : 'stack hidden'}>
        <UsageTotalsCard
          app={app}
          days={days}
          by="release"
          title="By release"
          header="Release"
          cell={({ releaseId = '', version }) => <a href={`/apps/${app}/releases/${releaseId}`}>{version}</a>}
        />
        <UsageTotalsCard
          app={app}
          days={days}
          by="target"
          title="By platform"
          header="Platform"
          cell={({ target = '' }) => <Platform target={target} />}
        />
      </div>
    </Screen>
  );
};

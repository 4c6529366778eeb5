import { useLocation } from 'preact-iso/router';
import { Segments } from '../parts/field.tsx';
import { Screen } from '../parts/screen.tsx';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { ByDay } from './usage/by-day.tsx';
import { DownloadCsv } from './usage/download.tsx';
import { parseDays, ranges } from './usage/range.ts';
import { Sums } from './usage/sums.tsx';

/** What was downloaded, by day, by release and by target; the same row by row as a file. */
export const UsageScreen = ({ app, query }: ScreenOfApp) => {
  const { route } = useLocation();
  const days = parseDays(query.days);
  return (
    <Screen
      title="Usage"
      app={app}
      actions={
        <>
          <Segments
            label="Days"
            options={ranges}
            value={days}
            onChange={(chosen) => route(`/apps/${app}/usage?days=${chosen}`, true)}
          />
          <DownloadCsv app={app} days={days} />
        </>
      }
    >
      <ByDay key={`day-${days}`} app={app} days={days} />
      <Sums
        key={`release-${days}`}
        app={app}
        days={days}
        by="release"
        title="By release"
        head="Release"
        cell={({ releaseId = '', version }) => <a href={`/apps/${app}/releases/${releaseId}`}>{version}</a>}
      />
      <Sums
        key={`target-${days}`}
        app={app}
        days={days}
        by="target"
        title="By target"
        head="Target"
        cell={({ target }) => <span class="mono">{target}</span>}
      />
    </Screen>
  );
};

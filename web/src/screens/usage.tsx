import type { ScreenOfApp } from '../app/app-screen.ts';
import { goTo } from '../app/location.ts';
import { isSettled, useAnswer } from '../data/query-cache.ts';
import { Segments } from '../ui/field.tsx';
import { Screen } from '../ui/screen.tsx';
import { ByDay } from './usage/by-day.tsx';
import { DownloadCsv } from './usage/download.tsx';
import { askSums } from './usage/queries.ts';
import { parseDays, ranges } from './usage/range.ts';
import { Sums } from './usage/totals.tsx';

/** What was downloaded, by day, by release and by target; the same row by row as a file. */
export const UsageScreen = ({ app, query }: ScreenOfApp) => {
  const days = parseDays(query.days);
  // Both are drawn below; here it is only asked whether it is known how long they are.
  const byDay = useAnswer(...askSums(app, 'day', days));
  const byRelease = useAnswer(...askSums(app, 'release', days));
  const areSumsSettled = isSettled(byDay) && isSettled(byRelease);
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
            onChange={(chosen) => goTo(`/apps/${app}/usage?days=${chosen}`, true)}
          />
          <DownloadCsv app={app} days={days} />
        </>
      }
    >
      <ByDay key={`day-${days}`} app={app} days={days} />
      <div key={`sums-${days}`} class={areSumsSettled ? 'stack' : 'stack unseen'}>
        <Sums
          app={app}
          days={days}
          by="release"
          title="By release"
          head="Release"
          cell={({ releaseId = '', version }) => <a href={`/apps/${app}/releases/${releaseId}`}>{version}</a>}
        />
        <Sums
          app={app}
          days={days}
          by="target"
          title="By target"
          head="Target"
          cell={({ target }) => <span class="mono">{target}</span>}
        />
      </div>
    </Screen>
  );
};

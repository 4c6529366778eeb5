import { isSettled, useAnswer } from '../live.ts';
import { Segments } from '../parts/field.tsx';
import { Screen } from '../parts/screen.tsx';
import { goTo } from '../place.ts';
import type { ScreenOfApp } from '../screen-of-app.ts';
import { askSums } from './usage/asking.ts';
import { ByDay } from './usage/by-day.tsx';
import { DownloadCsv } from './usage/download.tsx';
import { parseDays, ranges } from './usage/range.ts';
import { Sums } from './usage/sums.tsx';

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

import type { Release } from '@slipway/api';
import { Badge } from '../../ui/badge.tsx';
import { formatBytes, formatQuantity, formatShare } from '../../ui/format.ts';
import { artifactTotals, groupReleasesByDay, type ReleaseDay } from './by-day.ts';
import { useDownloadsByRelease, useVersionShares } from './release-stats.ts';
import { releaseStateLabel } from './state-label.ts';

const dayWords = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

const nameDay = (at: string): string => {
  const date = new Date(at);
  return (date.getFullYear() === new Date().getFullYear() ? dayWords : dayAndYear).format(date);
};

const Row = ({
  app,
  release,
  downloads,
  share,
}: {
  app: string;
  release: Release;
  downloads: number | undefined;
  share: number | undefined;
}) => {
  const { tone, text } = releaseStateLabel(release);
  const { targets, bytes } = artifactTotals(release);
  return (
    <li class={release.state === 'withdrawn' ? 'release-row withdrawn' : 'release-row'}>
      <a class="mono strong version" href={`/apps/${app}/releases/${release.id}`}>
        {release.version}
      </a>
      <span class="channel">{release.channel}</span>
      <span class="state">
        <Badge tone={tone}>{text}</Badge>
      </span>
      {release.withdrawReason !== undefined && <span class="why">“{release.withdrawReason}”</span>}
      <span class="number sum">{formatQuantity(targets, 'platform')}</span>
      <span class="number sum">{formatBytes(bytes)}</span>
      <span class="number">{downloads === undefined ? '' : formatQuantity(downloads, 'download')}</span>
      <span class="number share">{share === undefined ? '' : `${formatShare(share)} of checks`}</span>
    </li>
  );
};

export const ReleaseTimeline = ({
  app,
  channel,
  releases,
}: {
  app: string;
  channel: string | undefined;
  releases: readonly Release[];
}) => {
  const downloads = useDownloadsByRelease(app);
  const shares = useVersionShares(app, channel);
  return (
    <ol class="time-line">
      {groupReleasesByDay(releases).map(({ day, at, releases: ofDay }: ReleaseDay) => (
        <li key={day} class="time-line-day">
          <h3>
            <time dateTime={day}>{nameDay(at)}</time>
          </h3>
          <ul>
            {ofDay.map((release) => (
              <Row
                key={release.id}
                app={app}
                release={release}
                downloads={downloads && (downloads.get(release.id) ?? 0)}
                share={shares.get(release.version)}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
};

import type { Release } from '@slipway/api';
import { QueryCard } from '../../ui/card.tsx';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import {
  formatBytes,
  formatCompact,
  formatCount,
  formatDay,
  formatShare,
  pluralize,
} from '../../ui/format.ts';
import { useDownloadsByRelease, useVersionShares } from '../releases/release-stats.ts';
import { downloadsQuery, type ReleaseDownloads } from './queries.ts';

const Drawn = ({ app, release, reach }: { app: string; release: Release; reach: ReleaseDownloads }) => {
  const share = useVersionShares(app, release.channel).get(release.version);
  const all = useDownloadsByRelease(app)?.get(release.id) ?? reach.total;
  return (
    <div class="padded">
      <p class="figure">
        <strong>{formatCount(all)}</strong> {pluralize(all, 'download')}
      </p>
      <BarChart
        label="Downloads per day"
        dayLabels={reach.days.map(formatDay)}
        values={reach.downloads}
        format={formatCount}
        formatAxis={formatCompact}
      />
      <dl class="facts">
        <dt>Share of checks yesterday</dt>
        <dd>{share === undefined ? 'No checks' : formatShare(share)}</dd>
        <dt>Transferred{reach.days.length >= 30 ? ' (30 days)' : ''}</dt>
        <dd>{formatBytes(reach.bytes)}</dd>
      </dl>
    </div>
  );
};

/** Shows downloads first, because caches do not hide them. */
export const ReleaseDownloadsCard = ({ app, release }: { app: string; release: Release }) => (
  <QueryCard title="Downloads" {...downloadsQuery(app, release)} lines={6}>
    {(reach) => <Drawn app={app} release={release} reach={reach} />}
  </QueryCard>
);

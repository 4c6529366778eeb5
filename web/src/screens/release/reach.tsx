import type { Release } from '@slipway/api';
import { AnswerCard } from '../../ui/card.tsx';
import { Bars } from '../../ui/charts/bars.tsx';
import { formatBytes, formatCount, formatDay, formatShare, formatShort, nounFor } from '../../ui/format.ts';
import { useDownloads, useShares } from '../releases/reach.ts';
import { askReach, type ReleaseReach } from './queries.ts';

const Drawn = ({ app, release, reach }: { app: string; release: Release; reach: ReleaseReach }) => {
  const share = useShares(app, release.channel).get(release.version);
  const all = useDownloads(app)?.get(release.id) ?? reach.sum;
  return (
    <div class="padded">
      <p class="figure">
        <strong>{formatCount(all)}</strong> {nounFor(all, 'download')}
      </p>
      <Bars
        label="Downloads per day"
        names={reach.days.map(formatDay)}
        values={reach.downloads}
        format={formatCount}
        formatAxis={formatShort}
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

/** How many have it: downloads first, which no cache hides. */
export const Reach = ({ app, release }: { app: string; release: Release }) => (
  <AnswerCard title="Downloads" {...askReach(app, release)} lines={6}>
    {(reach) => <Drawn app={app} release={release} reach={reach} />}
  </AnswerCard>
);

import { AnswerCard } from '../../ui/card.tsx';
import { Bars } from '../../ui/charts/bars.tsx';
import { formatBytes, formatCount, formatDay, formatShort, nounFor } from '../../ui/format.ts';
import { readUsage } from './usage.ts';

/** Downloads of thirty days, which no cache hides. */
export const Downloads = ({ app }: { app: string }) => (
  <AnswerCard
    title="Downloads"
    note="Last 30 days"
    name={`${app}/usage-by-day`}
    load={() => readUsage(app)}
    lines={6}
  >
    {({ totals, days, downloads }) => (
      <div class="padded">
        <p class="figure">
          <strong>{formatShort(totals.downloads)}</strong> {nounFor(totals.downloads, 'download')} ·{' '}
          {formatBytes(totals.bytes)} transferred
        </p>
        <Bars
          label="Downloads per day"
          names={days.map(formatDay)}
          values={downloads}
          format={formatCount}
          formatAxis={formatShort}
        />
      </div>
    )}
  </AnswerCard>
);

import { EmptyState, QueryCard } from '../../ui/card.tsx';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { formatBytes, formatCompact, formatCount, formatDay, pluralize } from '../../ui/format.ts';
import { loadDailyUsage } from './daily-usage.ts';

/** Downloads of thirty days. Caches do not hide them. */
export const DownloadsCard = ({ app }: { app: string }) => (
  <QueryCard
    title="Downloads"
    note="Last 30 days"
    queryKey={`${app}/usage-by-day`}
    queryFn={() => loadDailyUsage(app)}
    lines={6}
  >
    {({ totals, days, downloads }) =>
      totals.downloads === 0 ? (
        <EmptyState title="No downloads yet" />
      ) : (
        <div class="padded">
          <p class="figure">
            <strong>{formatCompact(totals.downloads)}</strong> {pluralize(totals.downloads, 'download')} ·{' '}
            {formatBytes(totals.bytes)} transferred
          </p>
          <BarChart
            label="Downloads per day"
            dayLabels={days.map(formatDay)}
            values={downloads}
            format={formatCount}
            formatAxis={formatCompact}
          />
        </div>
      )
    }
  </QueryCard>
);

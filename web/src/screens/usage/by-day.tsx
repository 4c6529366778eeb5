import type { UsageSummary } from '@slipway/api';
import { useState } from 'preact/hooks';
import { EmptyState, QueryCard } from '../../ui/card.tsx';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { SegmentedControl } from '../../ui/field.tsx';
import { formatBytes, formatCompact, formatCount, formatDay, pluralize } from '../../ui/format.ts';
import { daysBetween } from '../overview/installed-by-day.ts';
import { downloadsHelp, partialUsage } from './messages.ts';
import { usageTotalsQuery } from './queries.ts';
import type { DayRangeKey } from './range.ts';

type Measure = 'downloads' | 'bytes';

const measures = [
  ['downloads', 'Downloads'],
  ['bytes', 'Data'],
] as const;

const Drawn = ({ usage, measure }: { usage: UsageSummary; measure: Measure }) => {
  const rows = new Map(usage.rows.map((row) => [row.day, row]));
  const days = daysBetween(usage.from, usage.to);
  const isBytes = measure === 'bytes';
  return (
    <div class="padded">
      <p class="figure">
        <strong>{formatCompact(usage.totals.downloads)}</strong>{' '}
        {pluralize(usage.totals.downloads, 'download')} · {formatBytes(usage.totals.bytes)} transferred
        {usage.partial && ' (incomplete)'}
      </p>
      {usage.partial && <p class="small quiet">{partialUsage}</p>}
      <BarChart
        label={isBytes ? 'Data per day' : 'Downloads per day'}
        dayLabels={days.map(formatDay)}
        values={days.map((day) => rows.get(day)?.[measure] ?? 0)}
        format={isBytes ? formatBytes : formatCount}
        formatAxis={isBytes ? formatBytes : formatCompact}
      />
    </div>
  );
};

export const UsageByDayCard = ({ app, days }: { app: string; days: DayRangeKey }) => {
  const [measure, setMeasure] = useState<Measure>('downloads');
  const [queryKey, queryFn] = usageTotalsQuery(app, 'day', days);
  return (
    <QueryCard
      title="By day"
      note="UTC"
      aside={<SegmentedControl label="Metric" options={measures} value={measure} onChange={setMeasure} />}
      queryKey={queryKey}
      queryFn={queryFn}
      lines={6}
    >
      {({ usage }) =>
        usage.totals.downloads === 0 && usage.totals.bytes === 0 ? (
          <EmptyState title="No downloads in this period">
            <p>{usage.partial ? partialUsage : downloadsHelp}</p>
          </EmptyState>
        ) : (
          <Drawn usage={usage} measure={measure} />
        )
      }
    </QueryCard>
  );
};

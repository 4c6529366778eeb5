import type { UsageSums } from '@slipway/api';
import { useState } from 'preact/hooks';
import { AnswerCard, Empty } from '../../ui/card.tsx';
import { Bars } from '../../ui/charts/bars.tsx';
import { Segments } from '../../ui/field.tsx';
import { formatBytes, formatCount, formatDay, formatShort, nounFor } from '../../ui/format.ts';
import { daysBetween } from '../overview/installed.ts';
import { askSums } from './queries.ts';
import type { Days } from './range.ts';

type Measure = 'downloads' | 'bytes';

const measures = [
  ['downloads', 'Downloads'],
  ['bytes', 'Bytes'],
] as const;

const partialWords = 'Caches or S3 delivered, too: see Delivery in the settings.';

const Drawn = ({ usage, measure }: { usage: UsageSums; measure: Measure }) => {
  const rows = new Map(usage.rows.map((row) => [row.day, row]));
  const days = daysBetween(usage.from, usage.to);
  const isBytes = measure === 'bytes';
  return (
    <div class="padded">
      <p class="figure">
        <strong>{formatShort(usage.totals.downloads)}</strong> {nounFor(usage.totals.downloads, 'download')} ·{' '}
        {formatBytes(usage.totals.bytes)} transferred{usage.partial && ' (incomplete)'}
      </p>
      {usage.partial && <p class="small quiet">{partialWords}</p>}
      <Bars
        label={isBytes ? 'Bytes per day' : 'Downloads per day'}
        names={days.map(formatDay)}
        values={days.map((day) => rows.get(day)?.[measure] ?? 0)}
        format={isBytes ? formatBytes : formatCount}
        formatAxis={isBytes ? formatBytes : formatShort}
      />
    </div>
  );
};

/** Downloads and bytes of each UTC day. */
export const ByDay = ({ app, days }: { app: string; days: Days }) => {
  const [measure, setMeasure] = useState<Measure>('downloads');
  const [name, load] = askSums(app, 'day', days);
  return (
    <AnswerCard
      title="By day"
      note="UTC"
      aside={<Segments label="What is counted" options={measures} value={measure} onChange={setMeasure} />}
      name={name}
      load={load}
      lines={6}
    >
      {({ usage }) =>
        usage.totals.downloads === 0 && usage.totals.bytes === 0 ? (
          <Empty title="No downloads in these days.">
            <p>
              {usage.partial
                ? partialWords
                : 'A download counts when the whole file was sent, or its last byte and at least half of it; bytes count as they are sent. Update checks are not counted here.'}
            </p>
          </Empty>
        ) : (
          <Drawn usage={usage} measure={measure} />
        )
      }
    </AnswerCard>
  );
};

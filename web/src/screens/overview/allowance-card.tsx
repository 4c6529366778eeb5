import { QueryCard } from '../../ui/card.tsx';
import { formatBytes, formatMonth } from '../../ui/format.ts';
import { MeterBar } from '../../ui/meter.tsx';
import {
  type AllowanceForecast,
  elapsedShareOfMonth,
  forecastAllowance,
  type UsageMonth,
} from './allowance-forecast.ts';
import { loadDailyUsage } from './daily-usage.ts';
import { dayOf, runsOutText, usedUpText } from './messages.ts';

const Words = ({ pace, month }: { pace: AllowanceForecast; month: UsageMonth }) => {
  if (pace.kind === 'unlimited') return <p>There is no limit. The admin can set one in the settings.</p>;
  if (pace.kind === 'lasts') return <p>Lasts until {dayOf(month.resetsAt)} at this pace.</p>;
  if (pace.kind === 'used-up')
    return (
      <p>
        <strong class="bad">Used up.</strong> {usedUpText(month.resetsAt)}
      </p>
    );
  return (
    <p>
      <strong class="warn">Used up on {dayOf(pace.on)} at this pace.</strong> {runsOutText(month.resetsAt)}
    </p>
  );
};

const toneOf = ({ kind }: AllowanceForecast) => {
  if (kind === 'used-up') return 'bad';
  return kind === 'runs-out' ? 'warn' : 'accent';
};

const Drawn = ({ month, bytes }: { month: UsageMonth; bytes: readonly number[] }) => {
  const now = Date.now();
  const week = bytes.slice(-8, -1);
  const perDay = week.reduce((sum, value) => sum + value, 0) / Math.max(1, week.length);
  const pace = forecastAllowance(month, perDay, now);
  const { allowanceBytes } = month;
  return (
    <div class="padded">
      <p class="figure">
        <strong>{formatBytes(month.bytes)}</strong>{' '}
        {allowanceBytes === null ? 'this month' : `of ${formatBytes(allowanceBytes)}`}
        {month.partial && ', partial'}
      </p>
      {allowanceBytes !== null && (
        <MeterBar
          share={allowanceBytes === 0 ? 1 : month.bytes / allowanceBytes}
          mark={elapsedShareOfMonth(month.resetsAt, now)}
          tone={toneOf(pace)}
          label="Part of the allowance that is used; the mark is the day of the month."
        />
      )}
      <Words pace={pace} month={month} />
      <dl class="facts">
        <dt>Yesterday</dt>
        <dd>{formatBytes(bytes.at(-2) ?? 0)}</dd>
        <dt>A day, in the last week</dt>
        <dd>{formatBytes(perDay)}</dd>
      </dl>
    </div>
  );
};

export const AllowanceCard = ({ app }: { app: string }) => (
  <QueryCard
    title="Allowance"
    note={formatMonth(new Date().toISOString().slice(0, 10))}
    queryKey={`${app}/usage-by-day`}
    queryFn={() => loadDailyUsage(app)}
    lines={6}
  >
    {({ month, bytes }) => <Drawn month={month} bytes={bytes} />}
  </QueryCard>
);

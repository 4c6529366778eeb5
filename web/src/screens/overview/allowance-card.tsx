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
  if (pace.kind === 'unlimited') return <p>No limit. Set one in Settings → Delivery.</p>;
  if (pace.kind === 'lasts') return <p>On track until the limit resets on {dayOf(month.resetsAt)}.</p>;
  if (pace.kind === 'used-up')
    return (
      <p>
        <strong class="bad">Limit reached.</strong> {usedUpText(month.resetsAt)}
      </p>
    );
  return (
    <p>
      <strong class="warn">Limit reached around {dayOf(pace.on)} at this rate.</strong>{' '}
      {runsOutText(month.resetsAt)}
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
        {month.partial && ' (incomplete)'}
      </p>
      {allowanceBytes !== null && (
        <MeterBar
          share={allowanceBytes === 0 ? 1 : month.bytes / allowanceBytes}
          mark={elapsedShareOfMonth(month.resetsAt, now)}
          tone={toneOf(pace)}
          label="Share of the limit used. The marker is today’s date."
        />
      )}
      <Words pace={pace} month={month} />
      <dl class="facts">
        <dt>Today so far</dt>
        <dd>{formatBytes(bytes.at(-1) ?? 0)}</dd>
        <dt>Yesterday</dt>
        <dd>{formatBytes(bytes.at(-2) ?? 0)}</dd>
        <dt>Daily average (7 days)</dt>
        <dd>{formatBytes(perDay)}</dd>
      </dl>
    </div>
  );
};

export const AllowanceCard = ({ app }: { app: string }) => (
  <QueryCard
    title="Download limit"
    note={formatMonth(new Date().toISOString().slice(0, 10))}
    queryKey={`${app}/usage-by-day`}
    queryFn={() => loadDailyUsage(app)}
    lines={6}
  >
    {({ month, bytes }) => <Drawn month={month} bytes={bytes} />}
  </QueryCard>
);

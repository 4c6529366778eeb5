import { QueryCard } from '../../ui/card.tsx';
import { formatBytes, formatMonth } from '../../ui/format.ts';
import { MeterBar } from '../../ui/meter.tsx';
import {
  type AllowanceForecast,
  elapsedShareOfMonth,
  forecastUsage,
  type UsageMonth,
} from './allowance-forecast.ts';
import { loadDailyUsage } from './daily-usage.ts';
import { dayOf, downloadsFailText, limitText } from './messages.ts';

const Words = ({ app, forecast, month }: { app: string; forecast: AllowanceForecast; month: UsageMonth }) => {
  if (forecast.kind === 'unlimited')
    return (
      <p class="small">
        No limit. Set one in <a href={`/apps/${app}/settings/delivery`}>Settings → Delivery</a>.
      </p>
    );
  if (forecast.kind === 'lasts')
    return <p class="small">On track until the limit resets on {dayOf(month.resetsAt)}.</p>;
  return (
    <p class="small">
      <strong class={toneOf(forecast)}>
        {limitText(forecast)}
        {forecast.kind === 'runs-out' && ' at this rate'}.
      </strong>{' '}
      {downloadsFailText(forecast, month.resetsAt)}
    </p>
  );
};

const toneOf = ({ kind }: AllowanceForecast) => {
  if (kind === 'used-up') return 'bad';
  return kind === 'runs-out' ? 'warn' : 'accent';
};

const Drawn = ({ app, month, bytes }: { app: string; month: UsageMonth; bytes: readonly number[] }) => {
  const { forecast, bytesPerDay } = forecastUsage({ month, bytes });
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
          mark={elapsedShareOfMonth(month.resetsAt, Date.now())}
          tone={toneOf(forecast)}
          label="Share of the limit used. The marker is today’s date."
        />
      )}
      <Words app={app} forecast={forecast} month={month} />
      <dl class="facts">
        <dt>Today so far</dt>
        <dd>{formatBytes(bytes.at(-1) ?? 0)}</dd>
        <dt>Yesterday</dt>
        <dd>{formatBytes(bytes.at(-2) ?? 0)}</dd>
        <dt>Daily average (7 days)</dt>
        <dd>{formatBytes(bytesPerDay)}</dd>
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
    {({ month, bytes }) => <Drawn app={app} month={month} bytes={bytes} />}
  </QueryCard>
);

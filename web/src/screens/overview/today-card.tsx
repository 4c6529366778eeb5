import type { Offer } from '@slipway/api';
import { Card } from '../../ui/card.tsx';
import { formatBytes, formatCount, formatShare } from '../../ui/format.ts';
import { type CheckSummary, summarizeChecks, type TwoDays } from './checks.ts';

type Format = (value: number) => string;

const Figure = ({ label, of, format }: { label: string; of: TwoDays | undefined; format: Format }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <strong>{of === undefined ? '–' : format(of.today)}</strong>
      <span class="line">{of === undefined ? '–' : format(of.yesterday)} yesterday</span>
    </dd>
  </div>
);

/** The last two of a list of days. */
const lastTwo = (days: readonly number[] | undefined): TwoDays | undefined =>
  days && { today: days.at(-1) ?? 0, yesterday: days.at(-2) ?? 0 };

const shares = ({ all, onNewest }: CheckSummary): TwoDays => ({
  today: onNewest.today / all.today,
  yesterday: onNewest.yesterday / all.yesterday,
});

/** A share of no checks is not a number. */
const formatShareOrNone: Format = (share) => (Number.isNaN(share) ? '–' : formatShare(share));

export const TodayCard = ({
  fleet,
  offers,
  usage,
}: {
  fleet: Parameters<typeof summarizeChecks>[0] | undefined;
  offers: readonly Offer[];
  usage: { downloads: readonly number[]; bytes: readonly number[] } | undefined;
}) => {
  const checks = fleet && summarizeChecks(fleet, offers);
  return (
    <Card title="Today so far" note="UTC">
      <dl class="strip">
        <Figure label="Update checks" of={checks?.all} format={formatCount} />
        <Figure label="Downloads" of={lastTwo(usage?.downloads)} format={formatCount} />
        <Figure label="Data" of={lastTwo(usage?.bytes)} format={formatBytes} />
        <Figure label="On latest version" of={checks && shares(checks)} format={formatShareOrNone} />
      </dl>
    </Card>
  );
};

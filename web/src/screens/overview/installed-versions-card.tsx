import type { Fleet, Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { useChannels } from '../../data/queries.ts';
import { Card, EmptyState, QueryView } from '../../ui/card.tsx';
import { StackedBandsChart } from '../../ui/charts/stacked-bands-chart.tsx';
import { SegmentedControl, Select } from '../../ui/field.tsx';
import { daysAgo, formatDay, formatQuantity, formatShare } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { currentShares, groupInstalledByDay, type InstalledByDay } from './installed-by-day.ts';
import { otherVersionsText } from './messages.ts';

type DayRange = '7' | '14' | '30';

const spans: readonly (readonly [DayRange, string])[] = [
  ['7', '7 days'],
  ['14', '14 days'],
  ['30', '30 days'],
];

/** 37.3 pts */
const formatPoints = (share: number): string => formatShare(Math.abs(share)).replace('%', ' pts');

type Row = ReturnType<typeof currentShares>[number] & { place: number };

const columns: readonly Column<Row>[] = [
  {
    header: 'Version',
    isName: true,
    cell: ({ name, place }) => (
      <>
        <i class={`swatch v-${Math.min(place + 1, 5)}`} aria-hidden="true" />
        <span class="mono">{name}</span>
      </>
    ),
  },
  { header: 'Share', isNumber: true, cell: ({ share }) => formatShare(share) },
  {
    header: '7-day change',
    isNumber: true,
    cell: ({ week }) =>
      week === undefined ? 'New' : `${week === 0 ? '' : week < 0 ? '−' : '+'}${formatPoints(week)}`,
  },
];

/** Releases published in the displayed days. */
const eventsOf = (days: readonly string[], releases: readonly Release[]) =>
  releases.flatMap(({ publishedAt, version }) => {
    const at = days.indexOf(publishedAt?.slice(0, 10) ?? '');
    return at === -1 ? [] : [{ at, label: version }];
  });

const Drawn = ({ fleet, releases }: { fleet: Fleet; releases: readonly Release[] }) => {
  const installed: InstalledByDay = groupInstalledByDay(fleet);
  const names = installed.days.map(formatDay);
  const withdrawn = new Set(
    releases.filter(({ state }) => state === 'withdrawn').map(({ version }) => version),
  );
  const bands = installed.bands.map((band) => ({ ...band, isWithdrawn: withdrawn.has(band.name) }));
  const charted = releases.filter(({ version }) => installed.bands.some(({ name }) => name === version));
  return (
    <div class="two-thirds">
      <StackedBandsChart
        label="Share of update checks per day"
        dayLabels={names}
        bands={bands}
        events={eventsOf(installed.days, charted)}
      />
      <div>
        <Table
          isSmall
          caption="Installed versions, most recent day"
          columns={installed.days.length < 3 ? columns.slice(0, 2) : columns}
          rows={currentShares(installed).map((row, place) => ({ ...row, place }))}
          keyOf={({ name }) => name}
        />
        <p class="padded small quiet">
          {otherVersionsText(installed)} {formatQuantity(fleet.totals.checks, 'check')} in this period;
          clients that run all day check more often.
        </p>
      </div>
    </div>
  );
};

/** Installed versions, by the update checks that reach the server. */
export const InstalledVersionsCard = ({ app }: { app: string }) => {
  const [span, setSpan] = useState<DayRange>('30');
  const [channel, setChannel] = useState('stable');
  const channels = useChannels(app) ?? [];
  const read = async () => {
    const [{ fleet }, { releases }] = await Promise.all([
      client.getFleet(app, { channel, from: daysAgo(Number(span) - 1), to: daysAgo(0) }),
      client.listReleases(app, { channel, limit: 20 }),
    ]);
    return { fleet, releases };
  };
  const names = channels.map(({ name }) => name);
  return (
    <Card
      title="Installed versions"
      className="installed"
      note="Share of update checks per day"
      aside={
        <>
          {/* Rendered before its options load, so that the header keeps its height. */}
          <Select
            label="Channel"
            options={names.includes(channel) ? names : [channel]}
            value={channel}
            onChange={setChannel}
          />
          <SegmentedControl label="Days" options={spans} value={span} onChange={setSpan} />
        </>
      }
    >
      <QueryView
        key={`${channel} ${span}`}
        queryKey={`${app}/fleet/${channel}/${span}`}
        queryFn={read}
        lines={8}
      >
        {({ fleet, releases }) =>
          fleet.totals.checks === 0 ? (
            <EmptyState title="No update checks yet">
              <p>Clients appear here within 10 seconds of their first check.</p>
            </EmptyState>
          ) : (
            <Drawn fleet={fleet} releases={releases} />
          )
        }
      </QueryView>
    </Card>
  );
};

import type { UsageBy, UsageSummary } from '@slipway/api';
import type { ComponentChildren } from 'preact';
import { EmptyState, QueryCard } from '../../ui/card.tsx';
import { formatBytes, formatCount, formatShare } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { usageTotalsQuery } from './queries.ts';
import type { DayRangeKey } from './range.ts';

type Row = UsageSummary['rows'][number];

const columnsOf = (
  header: string,
  total: number,
  cell: (row: Row) => ComponentChildren,
): readonly Column<Row>[] => [
  { header, isName: true, cell },
  { header: 'Downloads', isNumber: true, cell: ({ downloads }) => formatCount(downloads) },
  {
    header: 'Share',
    isNumber: true,
    cell: ({ downloads }) => (total === 0 ? '' : formatShare(downloads / total)),
  },
  { header: 'Data', isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
];

const largestFirst = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => b.downloads - a.downloads || b.bytes - a.bytes);

export const UsageTotalsCard = ({
  app,
  days,
  by,
  title,
  header,
  cell,
}: {
  app: string;
  days: DayRangeKey;
  by: UsageBy;
  title: string;
  header: string;
  cell: (row: Row) => ComponentChildren;
}) => {
  const [queryKey, queryFn] = usageTotalsQuery(app, by, days);
  return (
    <QueryCard title={title} queryKey={queryKey} queryFn={queryFn}>
      {({ usage: { rows, totals } }) =>
        rows.length === 0 ? (
          <EmptyState title="No downloads in this period" />
        ) : (
          <Table
            caption={title}
            rows={largestFirst(rows)}
            keyOf={(row) => row.releaseId ?? row.target ?? ''}
            columns={columnsOf(header, totals.downloads, cell)}
          />
        )
      }
    </QueryCard>
  );
};

import type { UsageBy, UsageSums } from '@slipway/api';
import type { ComponentChildren } from 'preact';
import { client } from '../../client.ts';
import { formatBytes, formatCount, formatShare } from '../../format.ts';
import { AnswerCard, Empty } from '../../parts/card.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { type Days, firstDay } from './range.ts';

type Row = UsageSums['rows'][number];

const columnsOf = (
  head: string,
  total: number,
  cell: (row: Row) => ComponentChildren,
): readonly Column<Row>[] => [
  { head, isName: true, cell },
  { head: 'Downloads', isNumber: true, cell: ({ downloads }) => formatCount(downloads) },
  {
    head: 'Share',
    isNumber: true,
    cell: ({ downloads }) => (total === 0 ? '' : formatShare(downloads / total)),
  },
  { head: 'Delivered', isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
];

/** The most first. */
const largestFirst = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => b.downloads - a.downloads || b.bytes - a.bytes);

/** Usage summed up by release or by target. */
export const Sums = ({
  app,
  days,
  by,
  title,
  head,
  cell,
}: {
  app: string;
  days: Days;
  by: UsageBy;
  title: string;
  head: string;
  cell: (row: Row) => ComponentChildren;
}) => (
  <AnswerCard
    title={title}
    name={`${app}/usage/${by}/${days}`}
    load={() => client.sumUsage(app, { by, from: firstDay(days) })}
  >
    {({ usage: { rows, totals } }) =>
      rows.length === 0 ? (
        <Empty title="No downloads in these days." />
      ) : (
        <Table
          caption={title}
          rows={largestFirst(rows)}
          keyOf={(row) => row.releaseId ?? row.target ?? ''}
          columns={columnsOf(head, totals.downloads, cell)}
        />
      )
    }
  </AnswerCard>
);

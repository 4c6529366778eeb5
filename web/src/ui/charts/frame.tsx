import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Table } from '../table.tsx';
import type { useCursor } from './cursor.ts';
import { useWidth } from './width.ts';

/* Shared by all charts: a plot, a keyboard cursor, a text readout, and a table of the same data. */

export interface ChartTable {
  headers: readonly string[];
  rows: readonly (readonly string[])[];
}

interface ChartProps {
  label: string;
  height: number;
  /** The left edge of the plot; axis labels are to its left. */
  left: number;
  cursor: ReturnType<typeof useCursor>;
  /** The readout for the cursor position. */
  summary: string;
  table: ChartTable;
  draw: (width: number) => ComponentChildren;
}

const AsTable = ({ label, numbers: { headers, rows } }: { label: string; numbers: ChartTable }) => (
  <div class="as-table">
    <Table
      isSmall
      caption={label}
      rows={rows}
      keyOf={(row) => row[0] ?? ''}
      columns={headers.map((head, at) => ({
        header: head,
        isName: at === 0,
        isNumber: at > 0,
        cell: (row: readonly string[]) => row[at] ?? '',
      }))}
    />
  </div>
);

/** A chart that is accessible without sight. */
export const ChartFrame = ({ label, height, left, cursor, summary, table, draw }: ChartProps) => {
  const { element, width } = useWidth(600);
  const [isTable, setTable] = useState(false);
  const follow = (event: PointerEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    cursor.onPoint((event.clientX - box.left - left) / Math.max(1, box.width - left));
  };
  return (
    <div class="chart" ref={element}>
      {isTable ? (
        <AsTable label={label} numbers={table} />
      ) : (
        <div
          class="plot"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its cursor
          tabIndex={0}
          role="group"
          aria-label={`${label}. Use the arrow keys to explore.`}
          onKeyDown={cursor.onKeyDown}
          onPointerMove={follow}
          onPointerLeave={cursor.onLeave}
        >
          <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
            {draw(width)}
          </svg>
        </div>
      )}
      <div class="chart-foot">
        <span role="status">{summary}</span>
        <Button
          kind="quiet"
          onPress={() => setTable(!isTable)}
          label={isTable ? `View chart: ${label}` : `View table: ${label}`}
        >
          {isTable ? 'View chart' : 'View table'}
        </Button>
      </div>
    </div>
  );
};

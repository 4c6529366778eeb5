import type { ComponentChildren } from 'preact';

/*
 * A table that turns into labeled rows on narrow pages. The ARIA roles are explicit, because block layout removes a
 * table's semantics for screen readers.
 */

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ComponentChildren;
  isNumber?: boolean;
  /** The column that is the row header. */
  isName?: boolean;
  /** The column of buttons; its header is for screen readers. */
  isActions?: boolean;
}

export interface TableProps<Row> {
  /** A caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Set if its columns fit the narrowest page. */
  isSmall?: boolean;
}

const classOf = ({ isNumber, isName, isActions }: Omit<Column<never>, 'cell'>): string => {
  if (isActions === true) return 'number row-buttons';
  return `${isNumber === true ? 'number' : ''} ${isName === true ? 'name' : ''}`.trim();
};

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) =>
  column.isName === true ? (
    <th role="rowheader" scope="row" class={classOf(column)}>
      {column.cell(row)}
    </th>
  ) : (
    <td role="cell" class={classOf(column)} data-label={column.isActions === true ? '' : column.header}>
      <div>{column.cell(row)}</div>
    </td>
  );

export const Table = <Row,>({ caption, columns, rows, keyOf, isSmall }: TableProps<Row>) => (
  <table role="table" class={isSmall === true ? 'table' : 'table wraps'}>
    <caption class="off-screen">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column) => (
          <th key={column.header} role="columnheader" scope="col" class={classOf(column)}>
            {column.isActions === true ? <span class="off-screen">{column.header}</span> : column.header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map((column) => (
            <Cell key={column.header} column={column} row={row} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

import type { ComponentChildren } from 'preact';

/*
 * A table that becomes labelled rows where there is no room for columns. The roles are written out, since a table that
 * is laid out as blocks is none to a screen reader.
 */

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ComponentChildren;
  isNumber?: boolean;
  /** Set for the one column that names the row. */
  isName?: boolean;
}

export interface TableProps<Row> {
  /** What it lists, for those who do not see where it stands. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Set where its columns fit on the narrowest page. */
  isSmall?: boolean;
}

const classOf = ({ isNumber, isName }: Pick<Column<never>, 'isNumber' | 'isName'>): string =>
  `${isNumber === true ? 'number' : ''} ${isName === true ? 'name' : ''}`.trim();

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) =>
  column.isName === true ? (
    <th role="rowheader" scope="row" class={classOf(column)}>
      {column.cell(row)}
    </th>
  ) : (
    <td role="cell" class={classOf(column)} data-label={column.head}>
      <div>{column.cell(row)}</div>
    </td>
  );

/** A table of rows. */
export const Table = <Row,>({ caption, columns, rows, keyOf, isSmall }: TableProps<Row>) => (
  <table role="table" class={isSmall === true ? 'table' : 'table wraps'}>
    <caption class="off-screen">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column) => (
          <th key={column.head} role="columnheader" scope="col" class={classOf(column)}>
            {column.head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map((column) => (
            <Cell key={column.head} column={column} row={row} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

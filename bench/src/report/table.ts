import { renderTable } from '../../../scripts/reference/page.ts';
import { type ResultRow, verdictOf } from '../measuring/row.ts';

const results = { met: 'met', missed: '**missed**', 'no goal': '–' } as const;

const cellsOf = (row: ResultRow): string[] => {
  const verdict = verdictOf(row);
  const why = verdict === 'missed' && row.reason !== undefined ? ` *${row.reason}*` : '';
  return [row.path, row.figure, row.measured, results[verdict], row.detail + why];
};

export const renderRows = (rows: readonly ResultRow[]): string =>
  renderTable(['Path', 'Goal', 'Measured', 'Result', 'Details'], rows.map(cellsOf));

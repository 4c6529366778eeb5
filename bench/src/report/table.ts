import { type ResultRow, verdictOf } from '../measuring/row.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const line = (row: ResultRow): string => {
  const verdict = verdictOf(row);
  const why = verdict === 'not reached' && row.reason !== undefined ? ` *${row.reason}*` : '';
  const verdictText = verdict === 'not reached' ? '**not reached**' : verdict;
  return `| ${[row.path, row.figure, row.measured, verdictText, row.detail + why].map(cell).join(' | ')} |`;
};

export const renderTable = (rows: readonly ResultRow[]): string =>
  ['| path | figure | measured | | how |', '|---|---|---|---|---|', ...rows.map(line)].join('\n');

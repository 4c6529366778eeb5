const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of up to `width` cells, an eighth of a cell exact; whatever is above zero is seen. */
export const formatBar = (value: number, most: number, width: number): string => {
  if (value <= 0 || most <= 0) return '';
  const cells = Math.max(1, Math.round((value / most) * width * 8));
  return '█'.repeat(Math.floor(cells / 8)) + (eighths[cells % 8] ?? '');
};

export interface ChartRow {
  label: string;
  value: number;
  text: string;
}

/** A small chart of bars, one row a line, against the largest of them. */
export const formatChart = (rows: ChartRow[], width = 40): string => {
  const most = Math.max(0, ...rows.map((row) => row.value));
  const labels = Math.max(0, ...rows.map((row) => row.label.length));
  const texts = Math.max(0, ...rows.map((row) => row.text.length));
  return rows
    .map((row) => {
      const bar = formatBar(row.value, most, width);
      return `${row.label.padEnd(labels)}  ${row.text.padStart(texts)}  ${bar}`.trimEnd();
    })
    .join('\n');
};

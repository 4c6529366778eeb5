const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Draws a bar in steps of an eighth of a cell; any value above zero is visible. */
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

/** Scales the bars to the largest value. */
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

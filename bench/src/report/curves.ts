import type { Curve } from '../measuring/row.ts';

/* The growth chart: cost by size in two panels, with sizes on a logarithmic scale. */

const panel = { width: 380, height: 260, left: 56, top: 40, gap: 60, bottom: 64 };
const colors = ['#1f6feb', '#d1242f', '#1a7f37', '#8250df'];

const grouped = (curves: readonly Curve[]): Map<string, Curve[]> => Map.groupBy(curves, ({ of }) => of);

const label = (size: number): string => size.toLocaleString('en');

const renderPanel = (of: string, curves: readonly Curve[], index: number): string => {
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(({ size }) => size)))].sort(
    (a, b) => a - b,
  );
  const costs = curves.flatMap(({ points }) => points.map(({ cost }) => cost));
  const top = Math.ceil((Math.max(...costs) * 1.15) / 10) * 10;
  const [least = 1, most = 1] = [sizes[0], sizes.at(-1)];
  const x0 = panel.left + index * (panel.width + panel.gap);
  const x = (size: number) =>
    x0 + ((Math.log10(size) - Math.log10(least)) / (Math.log10(most) - Math.log10(least) || 1)) * panel.width;
  const y = (cost: number) => panel.top + panel.height - (cost / top) * panel.height;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const at = y(part * top).toFixed(1);
    return (
      `<line x1="${x0}" x2="${x0 + panel.width}" y1="${at}" y2="${at}" class="grid"/>` +
      `<text x="${x0 - 6}" y="${at}" dy="4" text-anchor="end">${(part * top).toFixed(0)}</text>`
    );
  });
  const ticks = sizes.map(
    (size) =>
      `<text x="${x(size).toFixed(1)}" y="${panel.top + panel.height + 18}" text-anchor="middle">${label(size)}</text>`,
  );
  const lines = curves.map(({ name, points }, order) => {
    const color = colors[order % colors.length];
    const path = points.map(({ size, cost }) => `${x(size).toFixed(1)},${y(cost).toFixed(1)}`);
    const last = points.at(-1);
    return (
      `<polyline points="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>` +
      path
        .map((at) => `<circle cx="${at.split(',')[0]}" cy="${at.split(',')[1]}" r="3" fill="${color}"/>`)
        .join('') +
      `<text x="${x(most) - 4}" y="${y(last?.cost ?? 0) - 8}" text-anchor="end" fill="${color}">${name}</text>`
    );
  });
  return [
    `<text x="${x0}" y="${panel.top - 18}" class="title">CPU µs per request by ${of}</text>`,
    ...grid,
    ...ticks,
    ...lines,
  ].join('\n');
};

export const renderCurves = (curves: readonly Curve[]): string => {
  const groups = [...grouped(curves)];
  const width = panel.left + groups.length * (panel.width + panel.gap);
  const height = panel.top + panel.height + panel.bottom - 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
text { font: 12px system-ui, sans-serif; fill: #57606a; }
.title { font-weight: 600; fill: #24292f; }
.grid { stroke: #d0d7de; stroke-width: 1; }
</style>
<rect width="100%" height="100%" fill="#ffffff"/>
${groups.map(([of, each], index) => renderPanel(of, each, index)).join('\n')}
</svg>
`;
};

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawComponent } from './render.ts';

const { StackedBandsChart } = await import('../src/ui/charts/stacked-bands-chart.tsx');

/** The x coordinates of a path. */
const xsOf = (path: string): number[] => [...path.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x));

test('the bands of a single day fill the plot', () => {
  const html = drawComponent(StackedBandsChart, {
    ...{ label: 'Share', dayLabels: ['Nov 17'], events: [{ at: 0, label: '1.0.0' }] },
    bands: [
      { name: '1.1.0', values: [30] },
      { name: '1.0.0', values: [10] },
    ],
  });
  const paths = [...html.matchAll(/class="band[^"]*" d="([^"]+)"/g)].map(([, path = '']) => xsOf(path));
  assert.equal(paths.length, 2);
  for (const xs of paths) assert.ok(Math.max(...xs) - Math.min(...xs) > 500, xs.join(' '));
  assert.doesNotMatch(html, /NaN/);
  assert.match(html, /Nov 17: 1\.1\.0 75%, 1\.0\.0 25%/);
});

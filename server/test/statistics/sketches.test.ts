import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errorsOf } from './sketching.ts';

/* Sketch errors: at most 8 % in 99 of 100 runs from a hundred clients up; at most one for ten. */

const rootMeanSquare = (errors: readonly number[]): number =>
  Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);

describe('the error of a sketch', () => {
  const sizes: [ids: number, runs: number][] = [
    [10, 1000],
    [100, 1000],
    [1000, 1000],
    [5000, 200],
    [10_000, 200],
    [100_000, 100],
    [1_000_000, 10],
  ];
  for (const [ids, runs] of sizes)
    test(`of ${ids.toLocaleString('en')} clients, ${runs} times`, (t) => {
      const errors = errorsOf(ids, runs);
      const over = errors.filter((error) => Math.abs(error) > Math.max(0.08, 1.01 / ids)).length;
      const [rms, worst] = [rootMeanSquare(errors), Math.max(...errors.map(Math.abs))];
      t.diagnostic(
        `rms ${(100 * rms).toFixed(2)} %, worst ${(100 * worst).toFixed(1)} %, ${over} of ${runs} over 8 %`,
      );
      assert.ok(over <= runs / 100);
      assert.ok(rms < 0.03);
    });
});

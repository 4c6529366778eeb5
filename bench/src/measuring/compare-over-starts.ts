import type { Bench } from './bench.ts';
import type { Costs } from './compare.ts';
import { runSection } from './session.ts';

/** Two processes with the same code may differ by some percent, depending on the JIT compiler. */
const usualStarts = 3;

/** Compares costs over several starts: each restarts all contenders. */
export const compareOverStarts = async (
  bench: Bench,
  compareOnce: (bench: Bench) => Promise<Record<string, Costs>>,
  starts: number = usualStarts,
): Promise<Record<string, Costs>> => {
  const sums: Record<string, Costs> = {};
  for (let start = 0; start < starts; start++) {
    for (const [name, costs] of Object.entries(await runSection(compareOnce, bench))) {
      const sum = sums[name] ?? {};
      sums[name] = sum;
      for (const [contender, values] of Object.entries(costs))
        sum[contender] = [...(sum[contender] ?? []), ...values];
    }
  }
  return sums;
};

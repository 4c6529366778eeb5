import type { Bench } from './bench.ts';
import type { Costs } from './compare.ts';
import { runSection } from './session.ts';

/** Two processes that run the same may differ by some percent: what the compiler has seen first is luck. */
const usualStarts = 3;

/** Costs of everything that is compared, over several starts: what is compared is started anew for each. */
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

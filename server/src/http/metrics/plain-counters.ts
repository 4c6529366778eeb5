import { Counter, type Registry } from 'prom-client';

/* Counters as plain numbers, read on scrape. */

/** Counts by two labels on hot paths, without building keys or objects. */
export const createLabeledCounter = (
  registry: Registry,
  { name, help, labels: [first, second] }: { name: string; help: string; labels: [string, string] },
) => {
  const counts = new Map<string, Map<string, { value: number }>>();
  new Counter({
    name,
    help,
    labelNames: [first, second],
    registers: [registry],
    collect() {
      this.reset();
      for (const [a, row] of counts)
        for (const [b, { value }] of row) this.inc({ [first]: a, [second]: b }, value);
    },
  });
  const begin = (a: string, b: string): void => {
    const row = counts.get(a) ?? new Map<string, { value: number }>();
    counts.set(a, row.set(b, { value: 1 }));
  };
  return (a: string, b: string): void => {
    const cell = counts.get(a)?.get(b);
    if (cell === undefined) begin(a, b);
    else cell.value += 1;
  };
};

export const createPlainCounter = (registry: Registry, name: string, help: string) => {
  let sum = 0;
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sum);
    },
  });
  return (more: number): void => {
    sum += more;
  };
};

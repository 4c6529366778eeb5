import { cpus, loadavg, release, totalmem } from 'node:os';
import { renderPage } from '../../../scripts/reference/page.ts';
import type { RoundOptions } from '../measuring/compare.ts';
import { type ResultRow, verdictOf } from '../measuring/row.ts';
import { renderRows } from './table.ts';

const machine = (): string => {
  const model = cpus()[0]?.model ?? '';
  const cores = `${cpus().length} cores${/^(unknown)?$/.test(model) ? '' : ` (${model})`}`;
  const load = `load average ${loadavg()[2]?.toFixed(1)} over 15 minutes`;
  return `${process.arch}, ${cores}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory, Linux ${release()}, ${load}`;
};

const summary = (rows: readonly ResultRow[]): string => {
  const count = (verdict: string) => rows.filter((row) => verdictOf(row) === verdict).length;
  return `${count('met')} goals met, ${count('missed')} missed.`;
};

const method = ({ connections, rounds, milliseconds, warmUpRequests }: RoundOptions): string => `## Method

- Everything runs on one machine over loopback, one process each: Slipway at the default log level, nginx with one
  worker, the bare servers of \`bench/src/subjects/bare-server.ts\`, PostgreSQL, and S3. One load generator keeps
  ${connections} connections open unless a row says otherwise.
- A comparison has ${rounds} rounds of ${milliseconds / 1000} s per contender, after ${warmUpRequests.toLocaleString('en')} warm-up requests. The order rotates. A
  result is the median of the rounds' ratios. Checks are compared over three restarts.
- CPU time is \`utime + stime\` of \`/proc/<pid>/stat\`, including threads and children; memory is \`VmRSS\` of
  \`/proc/<pid>/status\`.
- Releases have four targets, 200 characters of notes, and signatures of the size of Tauri's. A check response has
  0.8 KiB. The bare handler sends the same body with two headers; Slipway sends six.
- Latencies are measured at 500 checks per second, from the scheduled time of each request, in windows of 4 s.
- Growth databases are seeded with SQL (\`bench/src/measuring/seed-database.ts\`); 100,000 apps run with
  \`SLIPWAY_CATALOG_MIB=2048\`, everything else with the defaults.`;

/** docs/reference/benchmarks.md. */
export const renderDocument = (
  rows: readonly ResultRow[],
  { nginx, rounds }: { nginx: string; rounds: RoundOptions },
): string =>
  renderPage('Benchmarks', 'npm run bench', [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine()}. Node.js ${process.versions.node}, nginx ${nginx} (Debian's nginx-light).`,
    'Goals compare CPU time within one run, because absolute times differ between machines and between runs. [PERFORMANCE.md](../PERFORMANCE.md) explains how to read them.',
    `## Figures\n\n${summary(rows)}`,
    renderRows(rows),
    '## Growth\n\n![CPU time per request by number of apps and releases](benchmarks-growth.svg)',
    method(rounds),
  ]);

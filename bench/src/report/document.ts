import { readFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem } from 'node:os';
import type { RoundOptions } from '../measuring/compare.ts';
import { type ResultRow, verdictOf } from '../measuring/row.ts';
import { renderTable } from './table.ts';

/** Handwritten findings, included in the document below the measurements. */
const findings = new URL('../../findings.md', import.meta.url);

const machine = (): string => {
  const model = cpus()[0]?.model ?? '';
  const cores = `${cpus().length} cores${/^(unknown)?$/.test(model) ? '' : ` (${model})`}`;
  const load = `load average ${loadavg()[2]?.toFixed(1)} over the last quarter of an hour`;
  return `${process.arch}, ${cores}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory, Linux ${release()}, ${load}`;
};

const summary = (rows: readonly ResultRow[]): string => {
  const count = (verdict: string) => rows.filter((row) => verdictOf(row) === verdict).length;
  return `${count('reached')} figures reached, ${count('not reached')} not reached.`;
};

export const renderDocument = async (
  rows: readonly ResultRow[],
  { nginx, rounds }: { nginx: string; rounds: RoundOptions },
): Promise<string> => `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Do not edit: change \`bench/\` instead.

Machine: ${machine()}. Node ${process.versions.node}, nginx ${nginx} (Debian's nginx-light).

Absolute times are noise: other machines have others, and so has this one an hour later. Every figure is a ratio of
things measured in one run, and CPU time, as the kernel accounts it to a process with all its threads and children,
is the main measure, because it holds when neighbours are noisy.

## Figures

${summary(rows)}

${renderTable(rows)}

## Growth

![CPU time per request by number of apps and releases](performance-growth.svg)

## Method

- Everything runs on this machine, on loopback, one process each: Slipway by its own command at the default log level,
  nginx with one worker, the bare servers of \`bench/src/subjects/bare-server.ts\`, PostgreSQL and an S3 endpoint where
  they are needed. The load comes from one further process over ${rounds.connections} connections that are kept open
  unless a row says otherwise.
- A comparison has ${rounds.rounds} rounds of ${rounds.milliseconds / 1000} s for each contender after
  ${rounds.warmUpRequests.toLocaleString('en')} requests that do not count. In every round each contender has its turn,
  another one first each time; a figure is the median of the rounds' ratios. Checks are compared by three starts of
  everything, because one process may cost a tenth more than the next one that runs the same.
- CPU time is \`utime + stime\` of \`/proc/<pid>/stat\`, memory \`VmRSS\` of \`/proc/<pid>/status\`.
- Releases have four targets, notes of 200 characters and signatures of the size that Tauri's have; a check's body is
  0.8 KiB. The bare handler sends the same body as one string with two headers of its own; Slipway sends six.
- Latencies are of 500 checks a second, counted from when a request was due, in windows of 4 s.
- The databases of the growth figures are filled by SQL (\`bench/src/measuring/seed-database.ts\`); 100,000 apps run with
  \`SLIPWAY_CATALOG_MIB=2048\`, everything else with the defaults.

${(await readFile(findings, 'utf8')).trim()}
`;

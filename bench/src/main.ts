import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { nginxVersion } from '../../lab/nginx.ts';
import type { Bench } from './measuring/bench.ts';
import type { Findings } from './measuring/row.ts';
import { runSection } from './measuring/session.ts';
import { renderCurves } from './report/curves.ts';
import { renderDocument } from './report/document.ts';
import { renderRows } from './report/table.ts';
import { measureChecks } from './rows/checks.ts';
import { measureDownloads, measureS3Downloads } from './rows/downloads.ts';
import { measureFastPath } from './rows/fast-path.ts';
import { measureFeeds } from './rows/feeds.ts';
import { measureGrowth } from './rows/growth.ts';
import { measurePages } from './rows/pages.ts';
import { measurePublishing } from './rows/publishing.ts';
import { measureRanges } from './rows/ranges.ts';
import { measureRest } from './rows/rest.ts';
import { measureRolloutChecks } from './rows/rollout-checks.ts';
import { measureSigning } from './rows/signing.ts';
import { measureSlowDownloads } from './rows/slow-downloads.ts';
import { measureTlsChecks } from './rows/tls-checks.ts';
import { measureUploads } from './rows/uploads.ts';
import { measureWorkers } from './rows/workers.ts';

/*
 * `npm run bench` measures everything and writes docs/reference/benchmarks.md. With section names (`npm run bench --
 * checks uploads`) it only measures and prints those.
 */

const sections: Record<string, (bench: Bench) => Promise<Findings>> = {
  checks: measureChecks,
  'fast-path': measureFastPath,
  growth: measureGrowth,
  pages: measurePages,
  feeds: measureFeeds,
  rollouts: measureRolloutChecks,
  publishing: measurePublishing,
  signing: measureSigning,
  'slow-downloads': measureSlowDownloads,
  downloads: measureDownloads,
  's3-downloads': measureS3Downloads,
  ranges: measureRanges,
  uploads: measureUploads,
  workers: measureWorkers,
  tls: measureTlsChecks,
  rest: measureRest,
};

const rounds = { rounds: 5, milliseconds: 1000, connections: 32, warmUpRequests: 30_000 };

const say = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

const measureAll = async (
  names: readonly string[],
  keep: (soFar: Findings) => Promise<void>,
): Promise<Findings> => {
  const rows: Findings['rows'] = [];
  const curves: NonNullable<Findings['curves']> = [];
  for (const name of names) {
    const measure = sections[name];
    if (measure === undefined)
      throw new Error(`no such section: ${name}; there are ${Object.keys(sections)}`);
    const findings = await runSection(measure, { rounds, log: say });
    rows.push(...findings.rows);
    curves.push(...(findings.curves ?? []));
    process.stdout.write(`${renderRows(findings.rows)}\n`);
    await keep({ rows, curves });
  }
  return { rows, curves };
};

const docs = (name: string): string =>
  fileURLToPath(new URL(`../../docs/reference/${name}`, import.meta.url));

const run = async (): Promise<void> => {
  const chosen = process.argv.slice(2);
  const nginx = nginxVersion();
  if (nginx === undefined) {
    say('The bench compares with nginx, which is missing here: apt-get install nginx-light');
    process.exitCode = 1;
    return;
  }
  // Written after each section: an interrupted run keeps its results and says what is missing.
  const write = async ({ rows, curves = [] }: Findings): Promise<void> => {
    await writeFile(docs('benchmarks-growth.svg'), renderCurves(curves));
    await writeFile(docs('benchmarks.md'), renderDocument(rows, { nginx, rounds }));
  };
  const isWhole = chosen.length === 0;
  const { rows } = await measureAll(
    isWhole ? Object.keys(sections) : chosen,
    isWhole ? write : async () => {},
  );
  if (!isWhole) return;
  process.stdout.write(`\n${renderRows(rows)}\n`);
  say('written to docs/reference/benchmarks.md');
};

await run();

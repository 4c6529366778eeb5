import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Contender, type Costs, compareCpu, costOf } from '../measuring/compare.ts';
import { compareOverStarts } from '../measuring/compare-over-starts.ts';
import { type Findings, formatMicros, formatRatio, type ResultRow } from '../measuring/row.ts';
import { checkPath, newestVersion, oldVersion } from '../measuring/sample-app.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { fetchText, getRequest } from '../measuring/wire.ts';
import { startBare } from '../subjects/bare.ts';
import { startNginx } from '../subjects/nginx.ts';
import { startOnPostgresAndS3, startSlipway } from '../subjects/slipway.ts';
import { feedPath, feedRequests, publishFeedApp } from './feeds.ts';
import { pagePaths } from './pages.ts';

/* Cached responses compared with a static file, a bare handler, and Slipway on PostgreSQL and S3. */

const app = 'checked';

/** A kind of request: its path, and its distinct requests. */
interface CheckCase {
  name: string;
  status: 200 | 204;
  path: string;
  requestsTo(host: string): string[];
}

const plainly = (name: string, status: 200 | 204, path: string): CheckCase => ({
  ...{ name, status, path },
  requestsTo: (host) => [getRequest(host, path)],
});

const all: CheckCase[] = [
  plainly('update check, 200', 200, checkPath(oldVersion)),
  plainly('update check, 204', 204, checkPath(newestVersion)),
  { name: 'feed document', status: 200, path: feedPath, requestsTo: feedRequests },
  plainly('latest', 200, pagePaths(app).latest),
];

const rowsOf = (name: string, costs: Costs): ResultRow[] => {
  const of = (one: string, to: string) => medianRatio(costs[one] ?? [], costs[to] ?? []);
  const [bare, nginx] = [of('slipway', 'bare'), of('slipway', 'nginx')];
  return [
    {
      path: name,
      figure: 'CPU per request ≤ 0.65 × a bare node:http handler',
      value: bare,
      limit: 0.65,
      measured: formatRatio(bare),
      detail:
        `${formatMicros(costOf(costs, 'slipway'))} vs. ${formatMicros(costOf(costs, 'bare'))}; ` +
        `on PostgreSQL and S3 ${formatRatio(of('servers', 'bare'))}`,
    },
    {
      path: name,
      figure: 'CPU per request ≤ 2.1 × nginx’s static file',
      value: nginx,
      limit: 2.1,
      measured: formatRatio(nginx),
      detail: `nginx ${formatMicros(costOf(costs, 'nginx'))}, with open_file_cache; the bare handler ${formatRatio(of('bare', 'nginx'))}`,
    },
  ];
};

/** Starts everything again and compares. */
const compareOnce = async (bench: Bench): Promise<Record<string, Costs>> => {
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('embedded') }));
  const servers = await startOnPostgresAndS3(bench);
  for (const each of [slipway, servers]) await publishFeedApp(each, app);
  const files = await bench.folder('static');
  const nginx = stopWithSection(bench, await startNginx(await bench.folder('nginx'), files));

  const compare = async ({ name, status, path, requestsTo }: CheckCase): Promise<Costs> => {
    const host = slipway.hostOf(app);
    const bodyPath = status === 204 ? checkPath(oldVersion) : path;
    const body = await fetchText(slipway.port, host, bodyPath);
    await fetchText(servers.port, servers.hostOf(app), bodyPath);
    await mkdir(dirname(join(files, bodyPath)), { recursive: true });
    await writeFile(join(files, bodyPath), body);
    const bare = await startBare('constant', body);
    const ask = (one: { pid: number; port: number }, contender: string, at = host): Contender => ({
      ...{ name: contender, pid: one.pid, port: one.port, requests: requestsTo(at), status },
    });
    const still = { ...ask(nginx, 'nginx'), requests: [getRequest('localhost', bodyPath)], status: 200 };
    bench.log(name);
    try {
      const contenders = [
        ...[ask(bare, 'bare'), ask(slipway, 'slipway')],
        ...[ask(servers, 'servers', servers.hostOf(app)), still],
      ];
      return await compareCpu(bench.load, contenders, bench.rounds);
    } finally {
      await bare.stop();
    }
  };
  const costs: Record<string, Costs> = {};
  for (const checkCase of all) costs[checkCase.name] = await compare(checkCase);
  return costs;
};

export const measureChecks = async (bench: Bench): Promise<Findings> => {
  const costs = await compareOverStarts(bench, compareOnce);
  return { rows: all.flatMap(({ name }) => rowsOf(name, costs[name] ?? {})) };
};

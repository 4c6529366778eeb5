import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startEngines } from '../../../lab/engines.ts';
import { type Bench, ending } from '../measuring/bench.ts';
import { type Contender, type Costs, compareCpu, costOf } from '../measuring/compare.ts';
import { checkPath, newestVersion, oldVersion, publishApp } from '../measuring/publishing.ts';
import { type Findings, micros, type Row, times } from '../measuring/row.ts';
import { runSection } from '../measuring/session.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { fetchText, getRequest } from '../measuring/wire.ts';
import { startBare } from '../subjects/bare.ts';
import { startNginx } from '../subjects/nginx.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* The update check against a static file, a bare handler and itself on PostgreSQL and S3. */

const app = 'checked';
/** Two processes that run the same may differ by some percent: what the compiler has seen first is luck. */
const starts = 3;

/** Slipway on PostgreSQL and S3. */
export const startOnServers = async (bench: Bench): Promise<Slipway> => {
  const { env } = ending(bench, await startEngines());
  return ending(bench, await startSlipway({ folder: await bench.folder('servers'), env }));
};

const rowOf = (status: 200 | 204, costs: Costs): Row => {
  const of = (name: string, to: string) => medianRatio(costs[name] ?? [], costs[to] ?? []);
  const value = of('slipway', 'bare');
  return {
    path: `update check, ${status}`,
    figure: 'CPU per request ≤ 1.25 × a bare node:http handler',
    value,
    limit: 1.25,
    measured: times(value),
    detail:
      `${micros(costOf(costs, 'slipway'))} against ${micros(costOf(costs, 'bare'))}; ` +
      `${times(of('slipway', 'nginx'))} nginx's static file (${micros(costOf(costs, 'nginx'))}), ` +
      `the bare handler ${times(of('bare', 'nginx'))}; on PostgreSQL and S3 ${times(of('servers', 'bare'))}`,
    reason:
      'The handler takes about 1 µs; the rest is the work of node:http in a process that does more than this.',
  };
};

type Status = 200 | 204;
const versions: [Status, string][] = [
  [200, oldVersion],
  [204, newestVersion],
];

/** Everything started anew and compared. */
const compareOnce = async (bench: Bench): Promise<Record<Status, Costs>> => {
  const slipway = ending(bench, await startSlipway({ folder: await bench.folder('embedded') }));
  const servers = await startOnServers(bench);
  for (const each of [slipway, servers]) await publishApp(each, app, 20);

  const body = await fetchText(slipway.port, slipway.hostOf(app), checkPath(oldVersion));
  const bare = ending(bench, await startBare('constant', body));
  const files = await bench.folder('static');
  const file = join(files, checkPath(oldVersion));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
  const nginx = ending(bench, await startNginx(await bench.folder('nginx'), files));

  const costs: Record<Status, Costs> = { 200: {}, 204: {} };
  for (const [status, version] of versions) {
    bench.say(`update check, ${status}`);
    const ask = ({ pid, port }: { pid: number; port: number }, name: string, host: string): Contender => ({
      name,
      pid,
      port,
      requests: [getRequest(host, checkPath(version))],
      status,
    });
    const still = { ...ask(nginx, 'nginx', 'localhost'), status: 200 };
    costs[status] = await compareCpu(
      bench.load,
      [
        ask(bare, 'bare', slipway.hostOf(app)),
        ask(slipway, 'slipway', slipway.hostOf(app)),
        ask(servers, 'servers', servers.hostOf(app)),
        { ...still, requests: [getRequest('localhost', checkPath(oldVersion))] },
      ],
      bench.rounds,
    );
  }
  return costs;
};

export const measureChecks = async (bench: Bench): Promise<Findings> => {
  const all: Record<Status, Costs> = { 200: {}, 204: {} };
  for (let start = 0; start < starts; start++) {
    const costs = await runSection(compareOnce, bench);
    for (const [status] of versions)
      for (const [name, values] of Object.entries(costs[status]))
        all[status][name] = [...(all[status][name] ?? []), ...values];
  }
  return { rows: versions.map(([status]) => rowOf(status, all[status])) };
};

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Contender, type Costs, compareCpu, costOf } from '../lab/compare.ts';
import { ending, type Lab } from '../lab/lab.ts';
import { checkPath, newestVersion, oldVersion, publishApp } from '../lab/publishing.ts';
import { type Findings, micros, type Row, times } from '../lab/row.ts';
import { medianRatio } from '../lab/statistics.ts';
import { fetchText, getRequest } from '../lab/wire.ts';
import { startBare } from '../subjects/bare.ts';
import { startNginx } from '../subjects/nginx.ts';
import { startPostgres } from '../subjects/postgres.ts';
import { startS3 } from '../subjects/s3.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* The update check against a static file, a bare handler and itself on PostgreSQL and S3. */

const app = 'checked';

const startOnServers = async (lab: Lab): Promise<Slipway> => {
  const postgres = ending(lab, await startPostgres());
  const s3 = ending(lab, await startS3(await lab.folder('s3')));
  const env = { ...s3.env, SLIPWAY_DATABASE_URL: postgres.url };
  return ending(lab, await startSlipway({ folder: await lab.folder('servers'), env }));
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
      'The handler takes about 1 µs when nothing else runs. With neighbours on both cores the process is preempted at every other request, and the more code a request runs through, the more of it has to come back into cold caches.',
  };
};

export const measureChecks = async (lab: Lab): Promise<Findings> => {
  const slipway = ending(lab, await startSlipway({ folder: await lab.folder('embedded') }));
  const servers = await startOnServers(lab);
  for (const each of [slipway, servers]) await publishApp(each, app, 20);

  const body = await fetchText(slipway.port, slipway.hostOf(app), checkPath(oldVersion));
  const bare = ending(lab, await startBare('constant', body));
  const files = await lab.folder('static');
  const file = join(files, checkPath(oldVersion));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
  const nginx = ending(lab, await startNginx(await lab.folder('nginx'), files));

  const rows: Row[] = [];
  for (const [status, version] of [
    [200, oldVersion],
    [204, newestVersion],
  ] as const) {
    lab.say(`update check, ${status}`);
    const requests = [getRequest(slipway.hostOf(app), checkPath(version))];
    const contenders: Contender[] = [
      { name: 'bare', pid: bare.pid, port: bare.port, requests, status },
      { name: 'slipway', pid: slipway.pid, port: slipway.port, requests, status },
      {
        name: 'servers',
        pid: servers.pid,
        port: servers.port,
        requests: [getRequest(servers.hostOf(app), checkPath(version))],
        status,
      },
      {
        name: 'nginx',
        pid: nginx.pid,
        port: nginx.port,
        requests: [getRequest('localhost', checkPath(oldVersion))],
        status: 200,
      },
    ];
    rows.push(rowOf(status, await compareCpu(lab.load, contenders, lab.rounds)));
  }
  return { rows };
};

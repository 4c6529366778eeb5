import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../../../lab/process-usage.ts';
import { startLoadGenerator } from '../load/load-generator.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Findings, formatRatio } from '../measuring/row.ts';
import { checkPath, oldVersion, publishRelease } from '../measuring/sample-app.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* Ten thousand clients that request a download and do not read it. */

const app = 'stalled';
const target = 'linux-x86_64';
const clients = 10_000;
const artifactBytes = 64 * 1024 * 1024;
/** Including the connection setup, less than the minute after which the server drops a stalled client. */
const windows = 5;
const windowMs = 3000;

const startWithArtifact = async (bench: Bench, name: string) => {
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder(name) }));
  await slipway.client.createApp({ slug: app });
  const bytes = Buffer.alloc(artifactBytes, 'artifact');
  const id = await publishRelease(slipway, { app, version: '1.0.0', targets: [target], bytes });
  return { slipway, path: `/releases/download/${id}/${target}` };
};

const measureP99 = async (bench: Bench, { port, hostOf }: Slipway): Promise<number> => {
  const requests = [getRequest(hostOf(app), checkPath(oldVersion))];
  const order = {
    kind: 'paced',
    port,
    connections: 16,
    milliseconds: windowMs,
    perSecond: 500,
    requests,
  } as const;
  return (await bench.load.run(order)).p99Ms;
};

export const measureSlowDownloads = async (bench: Bench): Promise<Findings> => {
  const quiet = await startWithArtifact(bench, 'quiet');
  const stalled = await startWithArtifact(bench, 'stalled');
  bench.log('10,000 stalled downloads');
  for (const { slipway } of [quiet, stalled]) await measureP99(bench, slipway);

  const { pid, port, hostOf } = stalled.slipway;
  const before = residentBytes(pid);
  const stallers = stopWithSection(bench, startLoadGenerator());
  const request = getRequest(hostOf(app), stalled.path);
  await stallers.run({ kind: 'stall', port, connections: clients, request });
  await sleep(2000);
  const each = (residentBytes(pid) - before) / clients / 1024;
  const [idle, busy]: [number[], number[]] = [[], []];
  for (let window = 0; window < windows; window++) {
    idle.push(await measureP99(bench, quiet.slipway));
    busy.push(await measureP99(bench, stalled.slipway));
  }
  await stallers.run({ kind: 'release' });

  const value = medianRatio(busy, idle);
  const path = 'update check during 10,000 slow downloads';
  return {
    rows: [
      {
        path,
        figure: 'p99 ≤ 2 × idle',
        value,
        limit: 2,
        measured: formatRatio(value),
        detail:
          `p99 ${median(busy).toFixed(2)} ms vs. ${median(idle).toFixed(2)} ms on a second server without them, ` +
          'alternating, at 500 checks per second',
      },
      {
        path: 'memory of a stalled download, with 10,000 in progress',
        figure: '≤ 80 KiB each',
        value: each,
        limit: 80,
        measured: `${each.toFixed(1)} KiB`,
        detail: 'resident memory of the process, before and during',
      },
    ],
  };
};

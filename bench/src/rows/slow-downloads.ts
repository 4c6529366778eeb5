import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../lab/accounting.ts';
import { ending, type Lab } from '../lab/lab.ts';
import { checkPath, oldVersion, publishRelease } from '../lab/publishing.ts';
import { type Findings, times } from '../lab/row.ts';
import { median, medianRatio } from '../lab/statistics.ts';
import { getRequest } from '../lab/wire.ts';
import { startLoad } from '../load/load.ts';
import { startSlipway } from '../subjects/slipway.ts';

/* Ten thousand clients that ask for a download and then do not read it. */

const app = 'stalled';
const clients = 10_000;
const artifactBytes = 64 * 1024 * 1024;
const windows = 3;

export const measureSlowDownloads = async (lab: Lab): Promise<Findings> => {
  const slipway = ending(lab, await startSlipway({ folder: await lab.folder('stalled') }));
  await slipway.client.createApp({ slug: app });
  const [target = ''] = ['linux-x86_64'];
  const bytes = Buffer.alloc(artifactBytes, 'artifact');
  const id = await publishRelease(slipway, { app, version: '1.0.0', targets: [target], bytes });
  const host = slipway.hostOf(app);
  const checks = {
    kind: 'paced',
    port: slipway.port,
    connections: 16,
    milliseconds: 4000,
    perSecond: 500,
    requests: [getRequest(host, checkPath(oldVersion))],
  } as const;
  const measureP99s = async (): Promise<number[]> => {
    const all: number[] = [];
    for (let window = 0; window < windows; window++) all.push((await lab.load.run(checks)).p99Ms);
    return all;
  };

  lab.say('10,000 stalled downloads');
  await lab.load.run(checks);
  const idle = await measureP99s();
  const before = residentBytes(slipway.pid);
  const stallers = ending(lab, startLoad());
  const request = getRequest(host, `/releases/download/${id}/${target}`);
  await stallers.run({ kind: 'stall', port: slipway.port, connections: clients, request });
  await sleep(2000);
  const each = (residentBytes(slipway.pid) - before) / clients / 1024;
  const busy = await measureP99s();
  await stallers.run({ kind: 'release' });

  const value = medianRatio(busy, idle);
  const path = 'check under 10,000 open slow downloads';
  return {
    rows: [
      {
        path,
        figure: 'p99 ≤ 2 × idle',
        value,
        limit: 2,
        measured: times(value),
        detail: `p99 ${median(busy).toFixed(2)} ms against ${median(idle).toFixed(2)} ms at 500 checks a second`,
      },
      {
        path: 'memory of a stalled download, with 10,000 of them',
        figure: '≤ 80 KiB each',
        value: each,
        limit: 80,
        measured: `${each.toFixed(1)} KiB`,
        detail: 'resident memory of the process, before and with them',
      },
    ],
  };
};

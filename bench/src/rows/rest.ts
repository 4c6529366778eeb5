import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@slipway/api';
import { dialFetch } from '../../../lab/dial.ts';
import { cpuSeconds, dropCachedFile, residentBytes } from '../../../lab/process-usage.ts';
import { spawnProgram } from '../../../lab/program.ts';
import { adminKey, defaultEnv, main } from '../../../lab/service.ts';
import { buildExecutable } from '../../../scripts/ship/executable.ts';
import { buildServer } from '../../../scripts/ship/server-package.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import type { Findings, ResultRow } from '../measuring/row.ts';
import { checkPath, oldVersion, publishApp } from '../measuring/sample-app.ts';
import { median } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { startBare } from '../subjects/bare.ts';

/* The memory of an idle server, before and after load, and the CPU time of a start, by kind of build. */

const starts = 3;
const restMs = 30_000;
const checks = 1_000_000;
const MiB = 1024 * 1024;

interface RestSample {
  startSeconds: number;
  restBytes: number;
  loadedBytes: number;
}

const sendChecks = async ({ load }: Bench, port: number, host: string): Promise<void> => {
  const requests = [getRequest(host, checkPath(oldVersion))];
  for (let done = 0; done < checks; ) {
    const order = { port, requests, connections: 32, milliseconds: 2000, startAt: done };
    done += (await load.run({ kind: 'closed', ...order })).requests;
  }
};

const startOnce = async (
  bench: Bench,
  [command = '', ...args]: string[],
  name: string,
): Promise<RestSample> => {
  const folder = await bench.folder(name);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, ...defaultEnv(folder) };
  const program = stopWithSection(bench, spawnProgram({ command, args, cwd: folder, env }));
  const [, port = ''] = await program.waitForOutput(/is running at http:\/\/\S+?:(\d+)/);
  const startSeconds = cpuSeconds(program.pid);
  await sleep(restMs);
  const restBytes = residentBytes(program.pid);
  const client = createClient({ baseUrl: `http://localhost:${port}`, key: adminKey, fetch: dialFetch });
  await publishApp({ client }, 'rest', 3);
  await sendChecks(bench, Number(port), `rest.localhost:${port}`);
  await sleep(restMs);
  const loadedBytes = residentBytes(program.pid);
  await program.stop();
  return { startSeconds, restBytes, loadedBytes };
};

const rowsOf = (kind: string, samples: readonly RestSample[], bareBytes: number): ResultRow[] => {
  const of = (field: keyof RestSample): number => median(samples.map((sample) => sample[field]));
  const [rest, loaded, start] = [of('restBytes') / MiB, of('loadedBytes') / MiB, of('startSeconds')];
  // From a checkout, Node strips the types of every file and keeps what it needs for that.
  const isShipped = kind !== 'checkout';
  return [
    {
      path: `server at rest, ${kind}`,
      figure: isShipped ? 'resident memory ≤ 110 MiB' : 'resident memory',
      value: isShipped ? rest : undefined,
      limit: isShipped ? 110 : undefined,
      measured: `${rest.toFixed(0)} MiB`,
      detail: `${loaded.toFixed(0)} MiB half a minute after a million checks; a bare node:http server ${(bareBytes / MiB).toFixed(0)} MiB`,
    },
    {
      path: `start, ${kind}`,
      figure: kind === 'single file' ? 'CPU time ≤ 0.4 s' : 'CPU time',
      value: kind === 'single file' ? start : undefined,
      limit: kind === 'single file' ? 0.4 : undefined,
      measured: `${start.toFixed(2)} s`,
      detail: 'of a first start, with a new database',
    },
  ];
};

export const measureRest = async (bench: Bench): Promise<Findings> => {
  const dist = await bench.folder('dist');
  const slipway = await buildExecutable(dist);
  dropCachedFile(slipway);
  await buildServer(join(dist, 'package'));
  const kinds: Record<string, string[]> = {
    checkout: [process.execPath, main, 'start'],
    package: [process.execPath, join(dist, 'package', 'slipway-server.cjs'), 'start'],
    'single file': [slipway, 'serve'],
  };
  const bare = stopWithSection(bench, await startBare('constant', ''));
  const rows: ResultRow[] = [];
  for (const [kind, command] of Object.entries(kinds)) {
    bench.log(`at rest: ${kind}`);
    const samples: RestSample[] = [];
    for (let start = 0; start < starts; start++)
      samples.push(await startOnce(bench, command, `${kind}-${start}`));
    rows.push(...rowsOf(kind, samples, residentBytes(bare.pid)));
  }
  return { rows };
};

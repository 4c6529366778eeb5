import { setTimeout as sleep } from 'node:timers/promises';
import { createPublisher } from '../../../lab/publisher.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Findings, formatRatio, type ResultRow } from '../measuring/row.ts';
import { pacedChecks, publishApp, publishRelease, sample } from '../measuring/sample-app.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* The cost of publishing for publishers, and for clients that check meanwhile. */

const app = 'published';
const releasesPerSecond = 20;
/**
 * Short and many: this machine sometimes stalls for some 10 ms, even when idle, and such a turn is useless. Two of five
 * turns twice as long had a stall.
 */
const pairs = 18;
const windowMs = 2000;

/** The times of draft, presign and publish, without the upload. */
const timePublishes = async ({ client }: Slipway, count: number): Promise<number[]> => {
  const bytes = Buffer.from('a small artifact');
  const { draft, declare, upload } = createPublisher(client, app);
  const [target = ''] = sample.targets;
  const all: number[] = [];
  for (let index = 0; index < count; index++) {
    let startedAt = performance.now();
    const release = await draft({ version: `2.0.${index}`, notes: sample.notes });
    const declared = await declare(release, { target, bytes, signature: sample.signature });
    const before = performance.now() - startedAt;
    await upload(declared);
    startedAt = performance.now();
    await client.publishRelease(app, release.id);
    all.push(before + performance.now() - startedAt);
  }
  return all;
};

/** Publishes at a steady rate until aborted; resolves with the number of releases. */
const publishSteadily = async (slipway: Slipway, prefix: string, signal: AbortSignal): Promise<number> => {
  const underWay: Promise<unknown>[] = [];
  while (!signal.aborted) {
    const version = `${prefix}.${underWay.length}`;
    underWay.push(publishRelease(slipway, { app, version, targets: sample.targets.slice(0, 1) }));
    await sleep(1000 / releasesPerSecond);
  }
  await Promise.all(underWay);
  return underWay.length;
};

const measureLatency = async (bench: Bench, slipway: Slipway): Promise<ResultRow> => {
  const order = pacedChecks(slipway, app, windowMs);
  await bench.load.run(order);
  const [quiet, busy]: [number[], number[]] = [[], []];
  let published = 0;
  for (let pair = 0; pair < pairs; pair++) {
    quiet.push((await bench.load.run(order)).p99Ms);
    const stop = new AbortController();
    const publishing = publishSteadily(slipway, `3.${pair}`, stop.signal);
    busy.push((await bench.load.run(order)).p99Ms);
    stop.abort();
    published += await publishing;
  }
  const value = medianRatio(busy, quiet);
  const rate = published / ((pairs * windowMs) / 1000);
  return {
    path: 'update check while 20 releases per second are published',
    figure: 'p99 ≤ 2 × without',
    value,
    limit: 2,
    measured: formatRatio(value),
    detail:
      `p99 ${median(busy).toFixed(2)} ms vs. ${median(quiet).toFixed(2)} ms at 500 checks per second; ` +
      `${rate.toFixed(1)} releases per second were published`,
    reason: 'Publisher, load generator, and server share two cores, so checks wait for publishing.',
  };
};

export const measurePublishing = async (bench: Bench): Promise<Findings> => {
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('publishing') }));
  await publishApp(slipway, app, 20);
  bench.log('publishing');
  const value = median(await timePublishes(slipway, 60));
  const row: ResultRow = {
    path: 'publish (draft, presign, publish; without the upload)',
    figure: 'median ≤ 10 ms, on SQLite and files',
    value,
    limit: 10,
    measured: `${value.toFixed(1)} ms`,
    detail: 'three sequential requests; each commit and the moved file are synced to disk',
    reason:
      'About 50 statements and a dozen file system calls each wait 0.1 to 0.2 ms for another thread; the three commits take 1 ms.',
  };
  bench.log('checks while publishing');
  return { rows: [await measureLatency(bench, slipway), row] };
};

import { residentBytes } from '../../../lab/process-usage.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Contender, compareCpu, costOf } from '../measuring/compare.ts';
import { type Curve, type Findings, formatMicros, formatRatio, type ResultRow } from '../measuring/row.ts';
import { checkPath, oldVersion } from '../measuring/sample-app.ts';
import { appName, seedDatabase } from '../measuring/seed-database.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { fetchText, getRequest, shuffledIndexes } from '../measuring/wire.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* Costs that may grow with the number of apps, and those that must not. */

const manyApps = 100_000;
const fewApps = 10;
/** Memory for every app: 100,000 of them exceed the default. */
const catalogMib = 2048;

/** Counts are flushed every ten seconds: long turns include most of their own flushes. */
const turnMs = 30_000;

/** Checks across this many apps: always the same number of requests, so that the load generator's work is equal. */
const checksOf = (slipway: Slipway, apps: number): string[] =>
  shuffledIndexes(manyApps).map((index) =>
    getRequest(slipway.hostOf(appName('app', index % apps)), checkPath(oldVersion)),
  );

const contenderOf = (slipway: Slipway, name: string, requests: readonly string[]): Contender => ({
  name,
  pid: slipway.pid,
  port: slipway.port,
  requests,
  status: 200,
});

/**
 * Sends twice as many checks as there are apps in the large case, so that all are cached, which takes two requests
 * each, and both servers are equally warm. Returns the memory growth.
 */
const warmUp = async (bench: Bench, slipway: Slipway, apps: number): Promise<number> => {
  const before = residentBytes(slipway.pid);
  const requests = checksOf(slipway, apps);
  for (let startAt = 0; startAt < 2 * manyApps; ) {
    const order = {
      kind: 'closed',
      port: slipway.port,
      connections: 64,
      milliseconds: 5000,
      requests,
    } as const;
    startAt += (await bench.load.run({ ...order, startAt })).requests;
  }
  return residentBytes(slipway.pid) - before;
};

const measureStarts = async (bench: Bench, folder: string): Promise<number[]> => {
  const seconds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now();
    const slipway = await startSlipway({ folder });
    await fetchText(slipway.port, slipway.hostOf(appName('app', round)), checkPath(oldVersion));
    seconds.push((performance.now() - startedAt) / 1000);
    await slipway.stop();
  }
  bench.log(`starts: ${seconds.map((each) => each.toFixed(2)).join(', ')} s`);
  return seconds;
};

const startRow = (many: number[], few: number[]): ResultRow => ({
  path: 'startup with 100,000 apps, to the first answered check',
  figure: '≤ 1.5 s',
  value: median(many),
  limit: 1.5,
  measured: `${median(many).toFixed(2)} s`,
  detail: `with 10 apps ${median(few).toFixed(2)} s; the catalog loads apps on demand, not at startup`,
  reason: 'Startup does not depend on the number of apps; loading the program takes the time.',
});

/** Each size in turn: counts of the others are flushed meanwhile, too. */
const drawCurve = async (bench: Bench, slipway: Slipway): Promise<Curve> => {
  bench.log('checks of 10 to 100,000 apps');
  const sizes = [10, 100, 1000, 10_000, manyApps];
  const contenders = sizes.map((size) => contenderOf(slipway, String(size), checksOf(slipway, size)));
  const costs = await compareCpu(bench.load, contenders, bench.rounds);
  const points = sizes.map((size) => ({ size, cost: costOf(costs, String(size)) }));
  return { name: 'check', of: 'number of apps', points };
};

export const measureManyApps = async (bench: Bench): Promise<Findings> => {
  bench.log('seeding 100,000 apps of 20 releases and 4 targets');
  const [small, large] = [await bench.folder('apps-10'), await bench.folder('apps-100000')];
  await seedDatabase(small, [{ prefix: 'app', apps: fewApps, releases: 20 }]);
  await seedDatabase(large, [{ prefix: 'app', apps: manyApps, releases: 20 }]);
  const starts = { many: await measureStarts(bench, large), few: await measureStarts(bench, small) };

  const env = { SLIPWAY_CATALOG_MIB: String(catalogMib) };
  const few = stopWithSection(bench, await startSlipway({ folder: small }));
  const many = stopWithSection(bench, await startSlipway({ folder: large, env }));
  bench.log('filling the catalog');
  await warmUp(bench, few, fewApps);
  const bytesPerApp = (await warmUp(bench, many, manyApps)) / manyApps;

  bench.log('checks of 10 and 100,000 apps');
  const contenders = [
    contenderOf(few, 'few', checksOf(few, fewApps)),
    contenderOf(many, 'some', checksOf(many, fewApps)),
    contenderOf(many, 'many', checksOf(many, manyApps)),
  ];
  const costs = await compareCpu(bench.load, contenders, { ...bench.rounds, milliseconds: turnMs });
  const value = medianRatio(costs.many ?? [], costs.few ?? []);
  const row: ResultRow = {
    path: 'update check with 100,000 apps of 20 releases and 4 targets',
    figure: '≤ 1.1 × the cost with 10 apps; memory per app reported',
    value,
    limit: 1.1,
    measured: formatRatio(value),
    detail:
      `${formatMicros(costOf(costs, 'many'))} vs. ${formatMicros(costOf(costs, 'few'))}, round robin over all apps; ${formatMicros(costOf(costs, 'some'))} for ten of the 100,000; ` +
      `${(bytesPerApp / 1024).toFixed(1)} KiB of memory per app, bounded by SLIPWAY_CATALOG_MIB`,
    reason: 'With many apps, the data of one is no longer in the CPU cache, and each has its own counters.',
  };
  const curve = await drawCurve(bench, many);
  return { rows: [row, startRow(starts.many, starts.few)], curves: [curve] };
};

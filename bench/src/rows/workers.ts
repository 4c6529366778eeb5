import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Contender, type Costs, compareCpu, costOf } from '../measuring/compare.ts';
import { compareOverStarts } from '../measuring/compare-over-starts.ts';
import { type Findings, formatMicros, formatRatio, type ResultRow } from '../measuring/row.ts';
import { checkPath, oldVersion, publishApp } from '../measuring/sample-app.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { startSlipway } from '../subjects/slipway.ts';

/*
 * Two worker processes compared with one. An idle process sleeps, and waking it costs more than a check: the overhead
 * of a second process shows only at equal load per process.
 */

const app = 'shared';
/** The load per worker; with the generator, two workers leave no core idle for long. */
const perWorker = 20_000;
/** A light load for both. */
const easy = 4000;

const inThousands = (count: number): string => count.toLocaleString('en');

const compareWorkers = async (bench: Bench): Promise<Record<string, Costs>> => {
  const contenders: Contender[] = [];
  const { rounds } = bench;
  for (const [name, workers] of [
    ['one', 1],
    ['two', 2],
  ] as const) {
    const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder(name), workers }));
    await publishApp(slipway, app, 20);
    const requests = [getRequest(slipway.hostOf(app), checkPath(oldVersion))];
    contenders.push({ name, pid: slipway.pid, port: slipway.port, requests, status: 200 });
  }
  const [one, two] = contenders as [Contender, Contender];
  bench.log('two workers as fast as they can');
  const hurried = await compareCpu(bench.load, contenders, rounds);
  bench.log('two workers with twice the checks');
  const alike = [
    { ...one, perSecond: perWorker },
    { ...two, perSecond: 2 * perWorker, connections: 2 * rounds.connections },
  ];
  const paces: Record<string, number[]> = { one: [], two: [] };
  const full = await compareCpu(bench.load, alike, {
    ...rounds,
    onPace: (name, pace) => paces[name]?.push(pace),
  });
  bench.log('two workers at a steady pace');
  const paced = contenders.map((each) => ({ ...each, perSecond: easy }));
  return { full, paces, hurried, steady: await compareCpu(bench.load, paced, rounds) };
};

const reported = (costs: Costs, path: string, why: string): ResultRow => ({
  path,
  figure: 'CPU per request; no goal',
  value: undefined,
  limit: undefined,
  measured: formatRatio(medianRatio(costs.two ?? [], costs.one ?? [])),
  detail: `${formatMicros(costOf(costs, 'two'))} vs. ${formatMicros(costOf(costs, 'one'))}: ${why}`,
});

export const measureWorkers = async (bench: Bench): Promise<Findings> => {
  const { full = {}, paces = {}, hurried = {}, steady = {} } = await compareOverStarts(bench, compareWorkers);
  const value = medianRatio(full.two ?? [], full.one ?? []);
  return {
    rows: [
      {
        path: `two workers, ${inThousands(2 * perWorker)} checks per second`,
        figure: `CPU per request ≤ 1.1 × one worker, ${inThousands(perWorker)} per second`,
        value,
        limit: 1.1,
        measured: formatRatio(value),
        detail:
          `${formatMicros(costOf(full, 'two'))} vs. ${formatMicros(costOf(full, 'one'))}, primary process included; ` +
          `${inThousands(Math.round(costOf(paces, 'two')))} and ${inThousands(Math.round(costOf(paces, 'one')))} answered per second`,
        reason: 'Two workers and the load generator share two cores and their caches.',
      },
      reported(
        hurried,
        'two workers, at full load',
        'the load generator takes one of the two cores, so two workers wait more often than one',
      ),
      reported(
        steady,
        `two workers, ${inThousands(easy)} checks per second`,
        'each wakes up for half as many requests at a time',
      ),
    ],
  };
};

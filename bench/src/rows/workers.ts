import { type Bench, ending } from '../measuring/bench.ts';
import { type Contender, type Costs, compareCpu, costOf } from '../measuring/compare.ts';
import { checkPath, oldVersion, publishApp } from '../measuring/publishing.ts';
import { type Findings, micros, times } from '../measuring/row.ts';
import { compareOverStarts } from '../measuring/starts.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { startSlipway } from '../subjects/slipway.ts';

/* Two processes that share the listener, against one. */

const app = 'shared';
/** What neither has to hurry for. */
const perSecond = 4000;

const compareWorkers = async (bench: Bench): Promise<Record<string, Costs>> => {
  const contenders: Contender[] = [];
  for (const [name, workers] of [
    ['one', 1],
    ['two', 2],
  ] as const) {
    const slipway = ending(bench, await startSlipway({ folder: await bench.folder(name), workers }));
    await publishApp(slipway, app, 20);
    const requests = [getRequest(slipway.hostOf(app), checkPath(oldVersion))];
    contenders.push({ name, pid: slipway.pid, port: slipway.port, requests, status: 200 });
  }
  bench.say('two workers');
  const [one, two] = contenders as [Contender, Contender];
  const asManyEach = { ...two, connections: 2 * bench.rounds.connections };
  const shared = { ...two, name: 'sharing' };
  const hurried = await compareCpu(bench.load, [one, asManyEach, shared], bench.rounds);
  bench.say('two workers at a steady pace');
  const paced = contenders.map((each) => ({ ...each, perSecond }));
  return { hurried, steady: await compareCpu(bench.load, paced, bench.rounds) };
};

export const measureWorkers = async (bench: Bench): Promise<Findings> => {
  const { hurried = {}, steady = {} } = await compareOverStarts(bench, compareWorkers);
  const value = medianRatio(hurried.sharing ?? [], hurried.one ?? []);
  return {
    rows: [
      {
        path: 'two workers',
        figure: 'CPU per request ≤ 1.1 × one worker',
        value,
        limit: 1.1,
        measured: times(value),
        detail: `${micros(costOf(hurried, 'sharing'))} against ${micros(costOf(hurried, 'one'))}, primary process included`,
        reason:
          'Two workers and the load generator share two cores and their caches; how many connections each has makes no difference.',
      },
      {
        path: 'two workers, each with as many connections as the one',
        figure: 'CPU per request, reported',
        value: undefined,
        limit: undefined,
        measured: times(medianRatio(hurried.two ?? [], hurried.one ?? [])),
        detail: `${micros(costOf(hurried, 'two'))} against ${micros(costOf(hurried, 'one'))}`,
      },
      {
        path: `two workers at ${perSecond.toLocaleString('en')} checks a second`,
        figure: 'CPU per request, reported',
        value: undefined,
        limit: undefined,
        measured: times(medianRatio(steady.two ?? [], steady.one ?? [])),
        detail: `${micros(costOf(steady, 'two'))} against ${micros(costOf(steady, 'one'))}: no process waits for a core`,
      },
    ],
  };
};

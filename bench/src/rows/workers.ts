import { type Contender, compareCpu, costOf } from '../lab/compare.ts';
import { ending, type Lab } from '../lab/lab.ts';
import { checkPath, oldVersion, publishApp } from '../lab/publishing.ts';
import { type Findings, micros, times } from '../lab/row.ts';
import { medianRatio } from '../lab/statistics.ts';
import { getRequest } from '../lab/wire.ts';
import { startSlipway } from '../subjects/slipway.ts';

/* Two processes that share the listener, against one. */

const app = 'shared';

export const measureWorkers = async (lab: Lab): Promise<Findings> => {
  const contenders: Contender[] = [];
  for (const [name, workers] of [
    ['one', 1],
    ['two', 2],
  ] as const) {
    const slipway = ending(lab, await startSlipway({ folder: await lab.folder(name), workers }));
    await publishApp(slipway, app, 20);
    const requests = [getRequest(slipway.hostOf(app), checkPath(oldVersion))];
    contenders.push({ name, pid: slipway.pid, port: slipway.port, requests, status: 200 });
  }
  lab.say('two workers');
  const costs = await compareCpu(lab.load, contenders, lab.rounds);
  const value = medianRatio(costs.two ?? [], costs.one ?? []);
  return {
    rows: [
      {
        path: 'two workers',
        figure: 'CPU per request ≤ 1.1 × one worker',
        value,
        limit: 1.1,
        measured: times(value),
        detail: `${micros(costOf(costs, 'two'))} against ${micros(costOf(costs, 'one'))}, primary process included`,
        reason:
          'Two workers and the load generator share two cores: each worker finds fewer requests waiting when it wakes.',
      },
    ],
  };
};

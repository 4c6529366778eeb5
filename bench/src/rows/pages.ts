import { type Bench, ending } from '../measuring/bench.ts';
import { type Contender, compareCpu, costOf } from '../measuring/compare.ts';
import { checkPath, oldVersion, publishApp } from '../measuring/publishing.ts';
import { type Findings, micros, times } from '../measuring/row.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { fetchText, getRequest } from '../measuring/wire.ts';
import { startSlipway } from '../subjects/slipway.ts';

/* The public pages against the check, on one server. */

const app = 'paged';

export const pagePaths = (slug: string) => ({
  latest: `/releases/v1/apps/${slug}/latest`,
  history: `/releases/v1/apps/${slug}/releases`,
});

export const measurePages = async (bench: Bench): Promise<Findings> => {
  const slipway = ending(bench, await startSlipway({ folder: await bench.folder('pages') }));
  await publishApp(slipway, app, 20);
  const host = slipway.hostOf(app);
  const paths = { check: checkPath(oldVersion), ...pagePaths(app) };
  const contenders = Object.entries(paths).map(
    ([name, path]): Contender => ({
      name,
      pid: slipway.pid,
      port: slipway.port,
      requests: [getRequest(host, path)],
      status: 200,
    }),
  );
  bench.say('latest and history');
  const costs = await compareCpu(bench.load, contenders, bench.rounds);
  const rowOf = async (name: 'latest' | 'history') => {
    const value = medianRatio(costs[name] ?? [], costs.check ?? []);
    const size = Buffer.byteLength(await fetchText(slipway.port, host, paths[name]));
    return {
      path: name === 'latest' ? 'latest' : 'history (20)',
      figure: 'CPU per request ≤ 1.5 × the check',
      value,
      limit: 1.5,
      measured: times(value),
      detail:
        `${micros(costOf(costs, name))} against ${micros(costOf(costs, 'check'))}, ` +
        `for ${(size / 1024).toFixed(1)} KiB against 0.8 KiB`,
      reason:
        'The page comes from memory as it is; the difference is the kernel copying a body this much longer into the socket.',
    };
  };
  return { rows: [await rowOf('latest'), await rowOf('history')] };
};

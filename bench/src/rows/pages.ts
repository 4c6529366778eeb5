import { type Contender, compareCpu, costOf } from '../lab/compare.ts';
import { ending, type Lab } from '../lab/lab.ts';
import { checkPath, oldVersion, publishApp } from '../lab/publishing.ts';
import { type Findings, micros, times } from '../lab/row.ts';
import { medianRatio } from '../lab/statistics.ts';
import { fetchText, getRequest } from '../lab/wire.ts';
import { startSlipway } from '../subjects/slipway.ts';

/* The public pages against the check, on one server. */

const app = 'paged';

export const pagePaths = (slug: string) => ({
  latest: `/releases/v1/apps/${slug}/latest`,
  history: `/releases/v1/apps/${slug}/releases`,
});

export const measurePages = async (lab: Lab): Promise<Findings> => {
  const slipway = ending(lab, await startSlipway({ folder: await lab.folder('pages') }));
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
  lab.say('latest and history');
  const costs = await compareCpu(lab.load, contenders, lab.rounds);
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

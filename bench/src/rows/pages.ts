import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Contender, compareCpu, costOf } from '../measuring/compare.ts';
import { type Findings, formatMicros, formatRatio } from '../measuring/row.ts';
import { publishApp } from '../measuring/sample-app.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { fetchText, getRequest } from '../measuring/wire.ts';
import { startBare } from '../subjects/bare.ts';
import { startSlipway } from '../subjects/slipway.ts';

/* A long public page compared with a bare handler that sends the same. Latest is among the checks. */

const app = 'paged';

export const pagePaths = (slug: string) => ({
  latest: `/releases/v1/apps/${slug}/latest`,
  history: `/releases/v1/apps/${slug}/releases`,
});

export const measurePages = async (bench: Bench): Promise<Findings> => {
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('pages') }));
  await publishApp(slipway, app, 20);
  const host = slipway.hostOf(app);
  const { history } = pagePaths(app);
  const body = await fetchText(slipway.port, host, history);
  const bare = stopWithSection(bench, await startBare('constant', body));
  const ask = (name: string, { pid, port }: { pid: number; port: number }): Contender => ({
    ...{ name, pid, port, requests: [getRequest(host, history)], status: 200 },
  });
  bench.log('history');
  const costs = await compareCpu(bench.load, [ask('slipway', slipway), ask('bare', bare)], bench.rounds);
  const value = medianRatio(costs.slipway ?? [], costs.bare ?? []);
  return {
    rows: [
      {
        path: 'history (20)',
        figure: 'CPU per request ≤ 1.0 × a bare node:http handler',
        value,
        limit: 1,
        measured: formatRatio(value),
        detail:
          `${formatMicros(costOf(costs, 'slipway'))} vs. ${formatMicros(costOf(costs, 'bare'))}, ` +
          `for ${(Buffer.byteLength(body) / 1024).toFixed(1)} KiB`,
        reason: 'The cached page is sent as is; the kernel copies it into the socket.',
      },
    ],
  };
};

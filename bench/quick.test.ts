import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Bench, stopWithSection } from './src/measuring/bench.ts';
import { type Contender, compareCpu } from './src/measuring/compare.ts';
import { checkPath, newestVersion, oldVersion, publishApp } from './src/measuring/sample-app.ts';
import { runSection } from './src/measuring/session.ts';
import { medianRatio } from './src/measuring/statistics.ts';
import { fetchText, getRequest } from './src/measuring/wire.ts';
import { feedContenders } from './src/rows/feeds.ts';
import { pagePaths } from './src/rows/pages.ts';
import { compareRanges } from './src/rows/ranges.ts';
import { compareUploads } from './src/rows/uploads.ts';
import { startBare } from './src/subjects/bare.ts';
import { startSlipway } from './src/subjects/slipway.ts';

/*
 * The quick benchmark: hot paths against a bare server, in well under a minute. It fails at twice the goal, so that
 * regressions show and CPU contention does not.
 */

const rounds = { rounds: 5, milliseconds: 400, connections: 16, warmUpRequests: 4000 };
const quickly = <T>(measure: (bench: Bench) => Promise<T>): Promise<T> =>
  runSection(measure, { rounds, log: () => {} });

const app = 'quick';
const figures = { check: 0.65, page: 1.5, feed: 1, upload: 1.5, ranges: 2 };

const measureRequests = async (bench: Bench) => {
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('data') }));
  await publishApp(slipway, app, 20);
  const host = slipway.hostOf(app);
  const bare = stopWithSection(
    bench,
    await startBare('constant', await fetchText(slipway.port, host, checkPath(oldVersion))),
  );
  const ask = ({ pid, port }: { pid: number; port: number }, name: string, path: string): Contender => ({
    name,
    pid,
    port,
    requests: [getRequest(host, path)],
    status: path === checkPath(newestVersion) ? 204 : 200,
  });
  const { latest, history } = pagePaths(app);
  const costs = await compareCpu(
    bench.load,
    [
      ask(bare, 'bare 200', checkPath(oldVersion)),
      ask(slipway, 'check 200', checkPath(oldVersion)),
      ask(bare, 'bare 204', checkPath(newestVersion)),
      ask(slipway, 'check 204', checkPath(newestVersion)),
      ask(slipway, 'latest', latest),
      ask(slipway, 'history', history),
    ],
    bench.rounds,
  );
  return (name: string, to: string) => medianRatio(costs[name] ?? [], costs[to] ?? []);
};

describe('hot paths, against twice their figures', () => {
  test('checks, latest and history', async (t) => {
    const ratio = await quickly(measureRequests);
    for (const [name, to, figure] of [
      ['check 200', 'bare 200', figures.check],
      ['check 204', 'bare 204', figures.check],
      ['latest', 'bare 200', figures.page],
      ['history', 'bare 200', figures.page],
    ] as const) {
      const measured = ratio(name, to);
      t.diagnostic(`${name}: ${measured.toFixed(2)} × ${to}`);
      assert.ok(
        measured < 2 * figure,
        `${name} costs ${measured.toFixed(2)} × ${to}; the figure is ${figure}`,
      );
    }
  });

  test('documents of feeds', async (t) => {
    const { check = [], feed = [] } = await quickly(async (bench) => {
      const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder('feeds') }));
      return compareCpu(bench.load, await feedContenders(slipway), bench.rounds);
    });
    const measured = medianRatio(feed, check);
    t.diagnostic(`documents of feeds: ${measured.toFixed(2)} × the check`);
    assert.ok(
      measured < 2 * figures.feed,
      `documents of feeds cost ${measured.toFixed(2)} × the check; the figure is ${figures.feed}`,
    );
  });

  test('uploads', async (t) => {
    const { costs, rates } = await quickly((bench) => compareUploads(bench, 64));
    const [measured, rate] = [costs, rates].map(({ slipway, bare }) => medianRatio(slipway, bare));
    t.diagnostic(`uploads: ${measured?.toFixed(2)} × a bare pipe, at ${rate?.toFixed(2)} of its rate`);
    assert.ok(
      (measured ?? Number.NaN) < 2 * figures.upload,
      `uploads cost ${measured?.toFixed(2)} × a bare pipe; the figure is ${figures.upload}`,
    );
  });

  test('500 ranges', async (t) => {
    const { one = [], several = [] } = await quickly((bench) => compareRanges(bench, 'ranges'));
    const measured = medianRatio(several, one);
    t.diagnostic(`500 ranges: ${measured.toFixed(2)} × the same bytes in one`);
    assert.ok(
      measured < 2 * figures.ranges,
      `500 ranges cost ${measured.toFixed(2)} × the same bytes in one; the figure is ${figures.ranges}`,
    );
  });
});

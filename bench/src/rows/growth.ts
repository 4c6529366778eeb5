import { residentBytes } from '../../../lab/accounting.ts';
import { type Bench, ending } from '../measuring/bench.ts';
import { type Contender, compareCpu, costOf } from '../measuring/compare.ts';
import { checkPath, oldVersion } from '../measuring/publishing.ts';
import { type Curve, type Findings, micros, type Row, times } from '../measuring/row.ts';
import { appName, seed } from '../measuring/seeding.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { fetchText, getRequest } from '../measuring/wire.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';
import { pagePaths } from './pages.ts';

/* What grows with the number of apps and releases, and what must not. */

const manyApps = 100_000;
const fewApps = 10;
/** Room for every app: 100,000 of them are more than the default is meant for. */
const catalogMib = 2048;

/** One check of each app, in an order in which no two neighbours follow each other. */
const checksOf = (slipway: Slipway, apps: number): string[] => {
  const stride = 7919;
  return Array.from({ length: apps }, (_, index) => {
    const slug = appName('app', (index * stride) % apps);
    return getRequest(slipway.hostOf(slug), checkPath(oldVersion));
  });
};

const contenderOf = (slipway: Slipway, name: string, requests: readonly string[]): Contender => ({
  name,
  pid: slipway.pid,
  port: slipway.port,
  requests,
  status: 200,
});

/**
 * Asks as often as there are many apps, of however many there are, so that all are in memory and both servers are
 * equally warm. Says how much memory the process took for it.
 */
const warmUp = async (bench: Bench, slipway: Slipway, apps: number): Promise<number> => {
  const before = residentBytes(slipway.pid);
  const requests = checksOf(slipway, apps);
  for (let startAt = 0; startAt < manyApps; ) {
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
  bench.say(`starts: ${seconds.map((each) => each.toFixed(2)).join(', ')} s`);
  return seconds;
};

const startRow = (many: number[], few: number[]): Row => ({
  path: 'start with 100,000 apps to the first answered check',
  figure: '1.5 s aimed at',
  value: median(many),
  limit: 1.5,
  measured: `${median(many).toFixed(2)} s`,
  detail: `with 10 apps ${median(few).toFixed(2)} s; the catalog is filled as hosts are asked for, not at the start`,
  reason:
    'The start does not depend on the number of apps; it is the time that this machine takes to load the program.',
});

const measureApps = async (bench: Bench): Promise<Findings> => {
  bench.say('seeding 100,000 apps of 20 releases and 4 targets');
  const [small, large] = [await bench.folder('apps-10'), await bench.folder('apps-100000')];
  await seed(small, [{ prefix: 'app', apps: fewApps, releases: 20 }]);
  await seed(large, [{ prefix: 'app', apps: manyApps, releases: 20 }]);
  const starts = { many: await measureStarts(bench, large), few: await measureStarts(bench, small) };

  const env = { SLIPWAY_CATALOG_MIB: String(catalogMib) };
  const few = ending(bench, await startSlipway({ folder: small }));
  const many = ending(bench, await startSlipway({ folder: large, env }));
  bench.say('filling the catalog');
  await warmUp(bench, few, fewApps);
  const bytesPerApp = (await warmUp(bench, many, manyApps)) / manyApps;

  bench.say('checks of 10 to 100,000 apps');
  const sizes = [10, 100, 1000, 10_000, manyApps];
  const contenders = [
    contenderOf(few, 'few', checksOf(few, fewApps)),
    ...sizes.map((size) => contenderOf(many, String(size), checksOf(many, size))),
  ];
  const costs = await compareCpu(bench.load, contenders, bench.rounds);
  const value = medianRatio(costs[manyApps] ?? [], costs.few ?? []);
  const row: Row = {
    path: 'the check with 100,000 apps of 20 releases and 4 targets',
    figure: '≤ 1.1 × the cost with 10 apps; memory per app reported',
    value,
    limit: 1.1,
    measured: times(value),
    detail:
      `${micros(costOf(costs, String(manyApps)))} against ${micros(costOf(costs, 'few'))}; ` +
      `${(bytesPerApp / 1024).toFixed(1)} KiB of memory an app, bounded by SLIPWAY_CATALOG_MIB`,
    reason:
      'What a check reads of its app no longer lies in the core’s own cache: the rise is between 100 and 1,000 apps, see Growth. Counting each app by itself is part of it, too.',
  };
  const points = sizes.map((size) => ({ size, cost: costOf(costs, String(size)) }));
  const curve: Curve = { name: 'check', of: 'apps asked in turn', points };
  return { rows: [row, startRow(starts.many, starts.few)], curves: [curve] };
};

const measureReleases = async (bench: Bench): Promise<Findings> => {
  bench.say('apps of 10 to 10,000 releases');
  const folder = await bench.folder('releases');
  const sizes = [10, 100, 1000, 10_000];
  await seed(
    folder,
    sizes.map((releases) => ({ prefix: `of-${releases}`, apps: 1, releases })),
  );
  const slipway = ending(bench, await startSlipway({ folder }));
  const names = ['check', 'latest', 'history'] as const;
  const contenders = sizes.flatMap((size) => {
    const slug = appName(`of-${size}`, 0);
    const { latest, history } = pagePaths(slug);
    const paths = { check: checkPath(oldVersion), latest, history: `${history}?limit=10` };
    return names.map((name) =>
      contenderOf(slipway, `${name} ${size}`, [getRequest(slipway.hostOf(slug), paths[name])]),
    );
  });
  const costs = await compareCpu(bench.load, contenders, bench.rounds);
  const ratio = (name: string) => medianRatio(costs[`${name} 10000`] ?? [], costs[`${name} 10`] ?? []);
  const value = Math.max(...names.map(ratio));
  const row: Row = {
    path: 'an app with 10,000 releases: check, latest, first page of history',
    figure: '≤ 1.1 × the cost with 10 releases',
    value,
    limit: 1.1,
    measured: times(value),
    detail: `${names.map((name) => `${name} ${times(ratio(name))}`).join(', ')}; pages of 10 releases in both`,
  };
  const curves = names.map((name) => ({
    name,
    of: 'releases of the app',
    points: sizes.map((size) => ({ size, cost: costOf(costs, `${name} ${size}`) })),
  }));
  return { rows: [row], curves };
};

export const measureGrowth = async (bench: Bench): Promise<Findings> => {
  const releases = await measureReleases(bench);
  const apps = await measureApps(bench);
  return {
    rows: [...apps.rows, ...releases.rows],
    curves: [...(apps.curves ?? []), ...(releases.curves ?? [])],
  };
};

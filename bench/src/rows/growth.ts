import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { compareCpu, costOf } from '../measuring/compare.ts';
import { type Findings, formatRatio, type ResultRow } from '../measuring/row.ts';
import { checkPath, oldVersion } from '../measuring/sample-app.ts';
import { appName, seedDatabase } from '../measuring/seed-database.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { startSlipway } from '../subjects/slipway.ts';
import { measureManyApps } from './many-apps.ts';
import { measureManyFiles } from './many-files.ts';
import { pagePaths } from './pages.ts';

/* Costs that may grow with the number of releases, and those that must not. */

const measureReleases = async (bench: Bench): Promise<Findings> => {
  bench.log('apps of 10 to 10,000 releases');
  const folder = await bench.folder('releases');
  const sizes = [10, 100, 1000, 10_000];
  await seedDatabase(
    folder,
    sizes.map((releases) => ({ prefix: `of-${releases}`, apps: 1, releases })),
  );
  const slipway = stopWithSection(bench, await startSlipway({ folder }));
  const names = ['check', 'latest', 'history'] as const;
  const contenders = sizes.flatMap((size) => {
    const slug = appName(`of-${size}`, 0);
    const { latest, history } = pagePaths(slug);
    const paths = { check: checkPath(oldVersion), latest, history: `${history}?limit=10` };
    const { pid, port } = slipway;
    return names.map((name) => ({
      ...{ name: `${name} ${size}`, pid, port, status: 200 },
      requests: [getRequest(slipway.hostOf(slug), paths[name])],
    }));
  });
  const costs = await compareCpu(bench.load, contenders, bench.rounds);
  const ratio = (name: string) => medianRatio(costs[`${name} 10000`] ?? [], costs[`${name} 10`] ?? []);
  const value = Math.max(...names.map(ratio));
  const row: ResultRow = {
    path: 'an app with 10,000 releases: check, latest, first page of history',
    figure: '≤ 1.1 × the cost with 10 releases',
    value,
    limit: 1.1,
    measured: formatRatio(value),
    detail: `${names.map((name) => `${name} ${formatRatio(ratio(name))}`).join(', ')}; 10 releases per page in both`,
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
  const apps = await measureManyApps(bench);
  const files = await measureManyFiles(bench);
  return {
    rows: [...apps.rows, files, ...releases.rows],
    curves: [...(apps.curves ?? []), ...(releases.curves ?? [])],
  };
};

import { startShippedNginx } from '../../../lab/nginx.ts';
import type { LoadResult } from '../load/orders.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Contender, compareCpu, costOf } from '../measuring/compare.ts';
import { type Findings, formatMicros, formatRatio, type ResultRow } from '../measuring/row.ts';
import { checkPath, oldVersion, publishApp, publishRelease } from '../measuring/sample-app.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { getRequest } from '../measuring/wire.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* Checks during a rollout, from clients with IDs, directly and behind nginx. */

const [calm, rolling, closed] = ['calm', 'rolling', 'closed'];
const ids = 5000;
const releases = 20;

/** Three apps: one plain, one rolling out, one with private responses without a rollout. */
const publishAll = async (slipway: Slipway): Promise<void> => {
  for (const app of [calm, rolling, closed]) await publishApp(slipway, app, releases);
  const id = await publishRelease(slipway, { app: rolling, version: '2.0.0' });
  await slipway.client.planRollout(rolling, id, { steps: [{ percent: 10 }], fleetSize: 100_000 });
  await slipway.client.changeApp(closed, { checkCaching: 'private' });
};

/** A check from each of many installations. */
const requestsOf = (host: string): string[] =>
  Array.from({ length: ids }, (_, index) => {
    const id = `0b9d1f0e-6b43-4c9b-8a55-${String(index).padStart(12, '0')}`;
    return getRequest(host, checkPath(oldVersion)).replace(/\r\n\r\n$/, `\r\nSlipway-Client: ${id}\r\n\r\n`);
  });

/** The server alone: both apps in one process. */
const measureAlone = async (bench: Bench, slipway: Slipway): Promise<ResultRow> => {
  const ask = (name: string): Contender => {
    const { pid, port } = slipway;
    return { name, pid, port, requests: requestsOf(slipway.hostOf(name)), status: 200 };
  };
  bench.log('checks while rolling');
  const costs = await compareCpu(bench.load, [ask(calm), ask(rolling)], bench.rounds);
  const value = medianRatio(costs[rolling] ?? [], costs[calm] ?? []);
  return {
    path: 'update check during a rollout, with a client ID',
    figure: 'CPU per request ≤ 1.05 × a channel without a rollout',
    value,
    limit: 1.05,
    measured: formatRatio(value),
    detail: `${formatMicros(costOf(costs, rolling))} vs. ${formatMicros(costOf(costs, calm))}, ${ids} IDs at 10%`,
    reason: 'Parsing the client headers, hashing the ID, and choosing a release take the rest.',
  };
};

type Measured = Record<string, LoadResult[]>;

const rateOf = ({ requests, seconds }: LoadResult): number => requests / seconds;

/** Many short rounds: other work affects a rate more than CPU time. */
const shorter = 3;

/** Runs every contender in turn; each round begins with a different one. */
const compareRates = async (bench: Bench, contenders: Record<string, { port: number; host: string }>) => {
  const named = Object.entries(contenders);
  const measured: Measured = Object.fromEntries(named.map(([name]) => [name, []]));
  const { connections, milliseconds, rounds } = bench.rounds;
  const ask = ({ port, host }: { port: number; host: string }) => {
    const order = { kind: 'closed', port, connections, startAt: 0 } as const;
    return bench.load.run({ ...order, milliseconds: milliseconds / shorter, requests: requestsOf(host) });
  };
  for (const [, contender] of named) await ask(contender);
  for (let round = 0; round < rounds * shorter; round++)
    for (let turn = 0; turn < named.length; turn++) {
      const [name = '', contender] = named[(round + turn) % named.length] ?? [];
      if (contender !== undefined) measured[name]?.push(await ask(contender));
    }
  return measured;
};

const formatOutcomes = (measured: Measured, name: string): string => {
  const outcomes = measured[name] ?? [];
  const rate = median(outcomes.map(rateOf));
  return `${Math.round(rate).toLocaleString('en')} per second, p99 ${median(outcomes.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms`;
};

const withLock = (sites: string): string =>
  sites.replaceAll(/(proxy_cache +slipway;)/g, '$1 proxy_cache_lock on;');

/** The same behind the shipped nginx. */
const measureBehindNginx = async (bench: Bench, slipway: Slipway): Promise<ResultRow> => {
  const open = stopWithSection(
    bench,
    await startShippedNginx({ folder: await bench.folder('nginx'), service: slipway }),
  );
  const folder = await bench.folder('locked');
  const locked = stopWithSection(
    bench,
    await startShippedNginx({ folder, service: slipway, change: withLock }),
  );
  const at = ({ port }: { port: number }, app: string) => ({ port, host: slipway.hostOf(app) });
  bench.log('checks while rolling, behind nginx');
  const measured = await compareRates(bench, {
    rolling: at(open, rolling),
    closed: at(open, closed),
    plain: at(open, calm),
    locked: at(locked, rolling),
  });
  const value = medianRatio((measured.rolling ?? []).map(rateOf), (measured.closed ?? []).map(rateOf));
  return {
    path: 'update check during a rollout, behind deploy/nginx.conf, 32 connections',
    figure: 'rate ≥ 0.9 × an uncached channel without a rollout',
    value,
    limit: 0.9,
    atLeast: true,
    measured: formatRatio(value),
    detail:
      `${formatOutcomes(measured, 'rolling')} vs. ${formatOutcomes(measured, 'closed')}; a channel cached by nginx ` +
      `${formatOutcomes(measured, 'plain')}; a rollout with \`proxy_cache_lock\` ${formatOutcomes(measured, 'locked')}`,
  };
};

export const measureRolloutChecks = async (bench: Bench): Promise<Findings> => {
  const folder = await bench.folder('rolling');
  const slipway = stopWithSection(
    bench,
    await startSlipway({ folder, env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } }),
  );
  await publishAll(slipway);
  return { rows: [await measureAlone(bench, slipway), await measureBehindNginx(bench, slipway)] };
};

import { type Bench, stopWithSection } from '../measuring/bench.ts';
import { type Contender, type Costs, compareCpu, costOf } from '../measuring/compare.ts';
import { compareOverStarts } from '../measuring/compare-over-starts.ts';
import { type Findings, formatMicros, formatRatio, type ResultRow } from '../measuring/row.ts';
import { checkPath, oldVersion, publishApp } from '../measuring/sample-app.ts';
import { medianRatio } from '../measuring/statistics.ts';
import { fetchText, getRequest } from '../measuring/wire.ts';
import { type Slipway, startSlipway } from '../subjects/slipway.ts';

/* The gain of the fast path, its overhead for requests it hands over, and that of proxy headers. */

const app = 'entered';

/** Headers that proxies add to a request. */
const added = (host: string): string[] => [
  'X-Forwarded-For: 203.0.113.7',
  `X-Forwarded-Host: ${host}`,
  'X-Forwarded-Proto: https',
  'X-Forwarded-Port: 443',
  'X-Real-IP: 203.0.113.7',
  'X-Request-Id: 4bf92f3577b34da6a3ce929d0e0e4736',
  'Accept-Encoding: gzip, br',
  'Connection: keep-alive',
];

const withFields = (request: string, fields: readonly string[]): string =>
  request.replace(/\r\n\r\n$/, `\r\n${fields.join('\r\n')}\r\n\r\n`);

const openEntered = async (
  bench: Bench,
  name: string,
  env: Record<string, string> = {},
): Promise<Slipway> => {
  const slipway = stopWithSection(bench, await startSlipway({ folder: await bench.folder(name), env }));
  await publishApp(slipway, app, 20);
  // The first request fills the cache.
  await fetchText(slipway.port, slipway.hostOf(app), checkPath(oldVersion));
  return slipway;
};

const compareProxied = async (bench: Bench): Promise<Costs> => {
  const slipway = await openEntered(bench, 'proxied', { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' });
  const host = slipway.hostOf(app);
  const plain = getRequest(host, checkPath(oldVersion));
  const ask = (name: string, request: string): Contender => ({
    ...{ name, pid: slipway.pid, port: slipway.port, requests: [request], status: 200 },
  });
  bench.log('headers of a proxy');
  const contenders = [ask('plain', plain), ask('proxied', withFields(plain, added(host)))];
  return compareCpu(bench.load, contenders, bench.rounds);
};

const proxiedRow = (costs: Costs): ResultRow => {
  const value = medianRatio(costs.proxied ?? [], costs.plain ?? []);
  return {
    path: 'update check with eight proxy headers',
    figure: 'CPU per request ≤ 1.1 × without them',
    value,
    limit: 1.1,
    measured: formatRatio(value),
    detail: `${formatMicros(costOf(costs, 'proxied'))} vs. ${formatMicros(costOf(costs, 'plain'))}, from a trusted proxy`,
  };
};

const withoutFastPath = { SLIPWAY_FAST_PATH: 'off' };

/**
 * With thousands of connections per second, garbage collection in node:http varies by 3 µs per connection between runs,
 * so this needs more starts.
 */
const startsOfShort = 6;

/** A new connection per request: the fast path hands a connection over only once. */
const compareHandedOver = async (bench: Bench): Promise<Costs> => {
  const fastPath = await openEntered(bench, 'fast');
  const alone = await openEntered(bench, 'alone', withoutFastPath);
  const ask = (name: string, slipway: Slipway): Contender => ({
    ...{ name, pid: slipway.pid, port: slipway.port, status: 200, isFresh: true },
    requests: [withFields(getRequest(slipway.hostOf(app), checkPath(oldVersion)), ['TE: trailers'])],
  });
  bench.log('requests that node:http answers');
  return compareCpu(bench.load, [ask('fast', fastPath), ask('alone', alone)], bench.rounds);
};

const handedOverRow = (costs: Costs): ResultRow => {
  const value = medianRatio(costs.fast ?? [], costs.alone ?? []);
  return {
    path: 'first request of a connection, passed on to node:http',
    figure: 'CPU per request ≤ 1.1 × node:http alone',
    value,
    limit: 1.1,
    measured: formatRatio(value),
    detail: `${formatMicros(costOf(costs, 'fast'))} vs. ${formatMicros(costOf(costs, 'alone'))}, connection included`,
  };
};

/** The same check with and without the fast path. */
const compareOff = async (bench: Bench): Promise<Costs> => {
  const on = await openEntered(bench, 'on');
  const off = await openEntered(bench, 'off', withoutFastPath);
  const ask = (name: string, slipway: Slipway): Contender => ({
    ...{ name, pid: slipway.pid, port: slipway.port, status: 200 },
    requests: [getRequest(slipway.hostOf(app), checkPath(oldVersion))],
  });
  bench.log('checks without the fast path');
  return compareCpu(bench.load, [ask('on', on), ask('off', off)], bench.rounds);
};

const offRow = (costs: Costs): ResultRow => ({
  path: 'check, fast path off',
  figure: 'CPU per request, compared with it on',
  value: undefined,
  limit: undefined,
  measured: formatRatio(medianRatio(costs.off ?? [], costs.on ?? [])),
  detail: `${formatMicros(costOf(costs, 'off'))} against ${formatMicros(costOf(costs, 'on'))}`,
});

export const measureFastPath = async (bench: Bench): Promise<Findings> => {
  const { proxied = {}, off = {} } = await compareOverStarts(bench, async (each) => ({
    proxied: await compareProxied(each),
    off: await compareOff(each),
  }));
  const { handedOver = {} } = await compareOverStarts(
    bench,
    async (each) => ({ handedOver: await compareHandedOver(each) }),
    startsOfShort,
  );
  return { rows: [proxiedRow(proxied), offRow(off), handedOverRow(handedOver)] };
};

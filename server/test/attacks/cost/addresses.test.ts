import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { routeTable } from '../../../src/http/route-table.ts';
import type { RouteRow } from '../../../src/http/routing/route-row.ts';
import { createPublisher, createTestApp, createTestKey, type TestApp } from '../../harness.ts';
import { leastCostOf, useMetered } from './meter.ts';

/* Paths, queries and headers of maximum length, made of valid characters and one invalid one. */

const longBytes = 14 * 1024;
/**
 * Many at once: a single request is too cheap to measure, and sequential ones would include CPU cache misses caused by
 * other work.
 */
const atOnce = 16;
/** A head may take at most a millisecond more than one of a hundred bytes. */
const budgetMs = atOnce;

const long = (unit: string, end: string): string => unit.repeat(Math.floor(longBytes / unit.length)) + end;

const addressUnits = ['1.', '-a', '%2F'];

const headers: Record<string, string[]> = {
  authorization: [' ', 'a', 'Bearer ', 'slw_pub_key_', ' a'],
  range: ['1', ' ', '1-,', 'bytes=1-2,', '-', '\t'],
  'if-none-match': [',', ' ', '"a",', 'W/"a", ', '"', ' ,', 'W/'],
  'if-range': ['"a",', ' ', 'W/'],
  'x-forwarded-host': ['a', 'a.', 'a,', ':', '[', '[::1]:1'],
  'x-forwarded-for': ['1.1.1.1,', ',', '::', ' ', '127.0.0.1,'],
  'x-forwarded-proto': [',', 'https,'],
  'content-type': ['a', ';', 'application/json;', '; a="', ' ', 'application/json; a=b;'],
  'content-encoding': [',', 'gzip,'],
  accept: ['*/*,', 'a;q=0.1,', ','],
};

describe('cost of request heads', () => {
  const service = useMetered({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } });
  let app: TestApp;
  let releaseId: string;
  before(async () => {
    app = await createTestApp(service());
    const part = { target: 'linux-x86_64', bytes: Buffer.alloc(100) };
    releaseId = await createPublisher(service(), app).release({ version: '1.0.0' }, [part]);
  });

  interface HeadRequest {
    row: RouteRow;
    path: string;
    headers?: Record<string, string>;
    key?: string;
  }

  const ask = async ({
    row: [method, , access],
    path,
    headers = {},
    key = '',
  }: HeadRequest): Promise<void> => {
    const host =
      access === 'site' ? `${app.slug}.localhost:${service().port}` : `localhost:${service().port}`;
    const isPosted = method !== 'GET' && method !== 'OPTIONS';
    const body = isPosted
      ? { body: '{}', headers: { 'content-type': 'application/json', ...headers } }
      : { headers };
    const reply = await service().api(path, { method, host, key, ...body });
    assert.ok(reply.status < 500, `${method} ${path.slice(0, 200)}: ${reply.status}`);
    assert.ok(reply.body.length < 3 * 16 * 1024, `the answer has ${reply.body.length} bytes`);
  };

  const many = async (request: HeadRequest): Promise<void> => {
    await Promise.all(Array.from({ length: atOnce }, () => ask(request)));
  };

  const costOf = (request: HeadRequest): Promise<number> => leastCostOf(service(), 0, () => many(request));

  const plainCosts = new Map<HeadRequest, number>();
  const plainCostOf = async (request: HeadRequest): Promise<number> => {
    const ms = plainCosts.get(request) ?? (await costOf(request));
    plainCosts.set(request, ms);
    return ms;
  };

  /** An address of the same length that is only decoded: the baseline cost of its bytes. */
  const decoded: HeadRequest = {
    row: routeTable.find(([, url]) => url === '/healthz') as RouteRow,
    path: `/healthz?x=${long('%2F', '!')}`,
  };

  /**
   * The main-thread time of attacks beyond that of plain requests; plain ones are measured only when the total exceeds
   * the budget. If it still does, the limit doubles on a machine too busy for the baseline itself.
   */
  const costBeyond = async (attack: HeadRequest, plain: HeadRequest): Promise<number> => {
    const before = service().ranMs();
    await many(attack);
    const whole = service().ranMs() - before;
    if (whole <= budgetMs) return whole;
    const plainMs = await plainCostOf(plain);
    const ms = (await leastCostOf(service(), plainMs + budgetMs, () => many(attack))) - plainMs;
    if (ms <= budgetMs) return ms;
    const isBusy = ms <= 2 * (await costOf(decoded));
    return isBusy ? budgetMs : ms;
  };

  const fillNames = (url: string): string =>
    url
      .replace(':app', app.slug)
      .replace(':publicSlug', app.slug)
      .replace(':releaseId', releaseId)
      .replace('/*', '/x');

  for (const row of routeTable) {
    const [method, url, access, { query }] = row;
    const params = [...url.matchAll(/:\w+|\*/g)].map(([name]) => name);
    const queryNames = Object.keys((query as { properties?: object } | undefined)?.properties ?? {});
    if (params.length + queryNames.length === 0) continue;

    test(`${method} ${url}: a long address takes 1 ms of the main thread at most`, async () => {
      const isKeyed = !['site', 'anyone', 'every-host'].includes(access);
      const over: string[] = [];
      const measure = async (name: string, pathWith: (text: string) => string): Promise<void> => {
        const scopes = ['read', 'publish', 'withdraw', 'prune', 'manage', 'report'];
        const key = isKeyed ? await createTestKey(service(), app.slug, scopes) : '';
        const plain = { row, path: pathWith('x'), key };
        for (const unit of addressUnits) {
          const ms = await costBeyond({ row, path: pathWith(long(unit, '!')), key }, plain);
          if (ms > budgetMs) over.push(`${name} of ${unit}: ${ms.toFixed(1)} ms for ${atOnce}`);
        }
      };
      for (const param of params)
        await measure(param, (text) => fillNames(url.replace(param, text)).replaceAll(/:\w+/g, 'x'));
      const path = fillNames(url).replaceAll(/:\w+/g, 'x');
      for (const name of queryNames) await measure(name, (text) => `${path}?${name}=${text}`);
      assert.deepEqual(over, []);
    });
  }

  test('a long header takes 1 ms of the main thread at most', async () => {
    const find = (end: string): RouteRow => routeTable.find(([, url]) => url.endsWith(end)) as RouteRow;
    const key = app.key;
    const places: HeadRequest[] = [
      { row: find(':currentVersion'), path: '/releases/stable/linux/x86_64/0.1.0' },
      { row: find(':releaseId/:target'), path: `/releases/download/${releaseId}/linux-x86_64` },
      { row: find('/latest'), path: `/releases/v1/apps/${app.slug}/latest` },
      { row: find('/v1/apps/:app/channels'), path: `/v1/apps/${app.slug}/channels`, key },
    ];
    const over: string[] = [];
    for (const plain of places) {
      for (const [name, units] of Object.entries(headers)) {
        for (const unit of units) {
          const attack = { ...plain, headers: { [name]: long(unit, '!').trim() } };
          if (name === 'authorization') attack.key = '';
          const ms = await costBeyond(attack, plain);
          if (ms > budgetMs) over.push(`${plain.path} ${name} of ${unit}: ${ms.toFixed(1)} ms for ${atOnce}`);
        }
      }
    }
    assert.deepEqual(over, []);
  });
});

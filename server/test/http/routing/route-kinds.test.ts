import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDomains } from '../../../src/http/routes/domains/list.ts';
import { appRoute, type Call, ok, openRoute, siteRoute } from '../../../src/http/routing/route.ts';
import {
  appRow,
  openRow,
  type RouteRow,
  siteRow,
  withSiteRoute,
} from '../../../src/http/routing/route-row.ts';
import type { Needs, RouteServices } from '../../../src/http/services.ts';

/*
 * A route's kind and the needs that it names determine what its handler receives. The compiler checks this: each marked
 * line below must fail to compile.
 */

const described = {
  summary: 'A route',
  description: 'It does something.',
  responses: { 200: 'Something.' },
  problems: [],
};

const health = openRoute({
  ...described,
  // @ts-expect-error: an open route has no actor.
  handle: async ({ actor }) => ok({ actor }),
});

const keys = appRoute({
  ...described,
  // @ts-expect-error: a keyed route has no site.
  handle: async ({ site }) => ok({ site }),
});

const release = appRoute({ ...described, params: ['id'], handle: async ({ params }) => ok(params.id) });
const page = siteRoute({ ...described, handle: async ({ site }) => ok(site.host) });

test('a row pairs a route with an access and an address that it can have', () => {
  const rows = [
    appRow('GET', '/v1/apps/:app/releases/:id', 'read', release),
    siteRow('GET', '/releases', page),
    openRow('GET', '/healthz', 'every-host', health),
    // @ts-expect-error: the address names no id.
    appRow('GET', '/v1/apps/:app/releases', 'read', release),
    // @ts-expect-error: a route on a site has no key.
    appRow('GET', '/v1/apps/:app', 'read', page),
    // @ts-expect-error: a keyed route is not for anyone.
    openRow('GET', '/v1/keys', 'anyone', keys),
  ];
  assert.equal(rows.length, 6);
});

const version = openRoute({
  ...described,
  handle: async (_, { version }: Needs<'version'>) => ok(version),
});

const unnamed = openRoute({
  ...described,
  // @ts-expect-error: the handler does not name `hosts`.
  handle: async (_, { hosts }: Needs<'version'>) => ok(hosts),
});

const faulty = openRoute({
  ...described,
  // @ts-expect-error: the handler does not name `hosts`, so the faults can't use it.
  extraFaults: (_body, _refused, { hosts }: Needs<'hosts'>) => (hosts === undefined ? [] : []),
  handle: async (_, { version }: Needs<'version'>) => ok(version),
});

const foreign = openRoute({
  ...described,
  handle: async (_, { clock }: { clock: { now(): string } }) => ok(clock.now()),
});

const foreignPage = siteRoute({
  ...described,
  handle: async (_, { clock }: { clock: { now(): string } }) => ok(clock.now()),
});

test('the table has only routes whose needs the server provides', () => {
  const rows: readonly RouteRow<RouteServices>[] = [
    openRow('GET', '/version', 'anyone', version),
    openRow('GET', '/hosts', 'anyone', unnamed),
    openRow('GET', '/faulty', 'anyone', faulty),
    // @ts-expect-error: nobody provides a clock.
    openRow('GET', '/time', 'anyone', foreign),
    // @ts-expect-error: nor to the route on app hosts.
    withSiteRoute(openRow('GET', '/', 'anyone', version), foreignPage),
  ];
  assert.equal(rows.length, 5);
});

test('a route runs with nothing but what it names', async () => {
  const domainAdmin = { listDomains: async (app: string) => [{ domain: 'a.test', app, createdAt: 'now' }] };
  const call = { caller: { app: 'hello', actor: { kind: 'service' } } } as Call & {
    caller: { app: string; actor: { kind: 'service' } };
  };
  const connected = listDomains.connect({ domainAdmin } as Needs<'domainAdmin'>);
  assert.deepEqual(await connected.handle(call), {
    status: 200,
    body: { domains: [{ domain: 'a.test', createdAt: 'now' }] },
  });
  // @ts-expect-error: it needs the domains.
  await assert.rejects(listDomains.connect({}).handle(call), TypeError);
});

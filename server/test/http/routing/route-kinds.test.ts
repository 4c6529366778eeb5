import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appRoute, ok, openRoute, siteRoute } from '../../../src/http/routing/route.ts';
import { appRow, openRow, siteRow } from '../../../src/http/routing/route-row.ts';

/*
 * A route's kind determines what its handler receives. The compiler checks this: each marked line below must fail to
 * compile.
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

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RouteRow } from '../../src/http/routing/route-row.ts';
import { createTestApp, createTestKey, type TestApp } from '../harness.ts';
import { bodyFor, fill, fromElsewhere, keyed, scopes } from './keyed-routes.ts';
import { lookAt, problemCode, target, useStage } from './stage.ts';

describe('scopes', () => {
  const stage = useStage({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } });

  const call = (row: RouteRow, path: string, key: string) =>
    stage().service.api(path, { method: row[0], key, json: bodyFor(row), headers: fromElsewhere() });

  test('the table has routes for every scope and for the admin alone', () => {
    for (const access of [...scopes, 'admin'] as const)
      assert.ok(
        keyed.some((row) => row[2] === access),
        access,
      );
  });

  test('every route × every scope: a key does what its scope covers and nothing else', async () => {
    const { service, app } = stage();
    const before = await lookAt(stage(), app.slug);
    for (const scope of scopes) {
      const key = await createTestKey(service, app.slug, [scope]);
      for (const row of keyed) {
        const [method, url, access] = row;
        // Permitted calls use objects that do not exist, so nothing changes either way.
        const isItsOwn = access.split(' or ').includes(scope) || access === 'any key';
        if (isItsOwn && !url.includes(':id') && !url.includes(':name') && method !== 'GET') continue;
        const reply = await call(row, fill(url, { app: app.slug }), key);
        if (!isItsOwn) assert.equal(problemCode(reply, 403), 'scope-missing', `${scope}: ${method} ${url}`);
        else assert.ok([200, 404].includes(reply.status), `${scope}: ${method} ${url} ${reply.text()}`);
      }
    }
    const audit = (text: string) =>
      text.replaceAll(
        /\{"id":"\d+","at":"[^"]+","actor":"admin","actorName":"admin","action":"key.create"[^}]+\}\},?/g,
        '',
      );
    assert.equal(audit(await lookAt(stage(), app.slug)), audit(before));
  });

  test('another app is not there: every route, the same 404 as for an app that does not exist', async () => {
    const { service, app, publishedId } = stage();
    const other: TestApp = await createTestApp(service);
    const before = await lookAt(stage(), app.slug);
    for (const row of keyed.filter(([, url]) => url.includes(':app'))) {
      const names = { id: publishedId, target, name: 'stable', domain: 'x.example.com' };
      const foreign = await call(row, fill(row[1], { ...names, app: app.slug }), other.key);
      const unknown = await call(row, fill(row[1], { ...names, app: 'no-such-app' }), other.key);
      problemCode(foreign, 404);
      assert.equal(foreign.text(), unknown.text(), `${row[0]} ${row[1]}`);
    }
    assert.equal(await lookAt(stage(), app.slug), before);
  });

  test('another app’s ids under one’s own path are the same 404 as ids that do not exist', async () => {
    const { service, app, publishedId, draftId } = stage();
    const other = await createTestApp(service);
    const keys = (await service.api(`/v1/apps/${app.slug}/keys`)).json<{ keys: { id: string }[] }>().keys;
    const before = await lookAt(stage(), app.slug);
    for (const row of keyed.filter(([, url]) => url.includes(':id'))) {
      for (const id of [publishedId, draftId, ...keys.slice(0, 1).map((key) => key.id)]) {
        const foreign = await call(row, fill(row[1], { app: other.slug, id, target }), other.key);
        const unknown = await call(row, fill(row[1], { app: other.slug, id: 'rel_none', target }), other.key);
        problemCode(foreign, 404);
        assert.equal(foreign.text(), unknown.text(), `${row[0]} ${row[1]}`);
      }
    }
    assert.equal(await lookAt(stage(), app.slug), before);
    assert.equal((await service.api(`/v1/apps/${app.slug}`, { key: app.key })).status, 200);
  });

  test('a key grants no scope that it does not hold, and changes no allowance', async () => {
    const { service, app } = stage();
    const manager = await createTestKey(service, app.slug, ['manage']);
    for (const scope of scopes.filter((one) => one !== 'manage')) {
      const json = { name: 'more', scopes: ['manage', scope] };
      const reply = await service.api(`/v1/apps/${app.slug}/keys`, { key: manager, json });
      assert.equal(problemCode(reply, 403), 'scope-missing');
    }
    const json = { allowanceBytes: null };
    const reply = await service.api(`/v1/apps/${app.slug}`, { key: manager, method: 'PATCH', json });
    assert.equal(problemCode(reply, 403), 'scope-missing');
  });
});

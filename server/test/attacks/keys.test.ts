import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../lab/until.ts';
import { formatPublishKey } from '../../src/domain/nouns/key.ts';
import { isPublic } from '../../src/http/route.ts';
import type { Row } from '../../src/http/row.ts';
import { table } from '../../src/http/table.ts';
import { adminKey, createTestApp, createTestKey, startService, type TestApp } from '../harness.ts';
import { lookAt, problemCode, target, useStage } from './stage.ts';

const scopes = ['read', 'publish', 'withdraw', 'prune', 'manage'] as const;
const keyed = table.filter(
  ([, , access]) => access !== 'anyone' && access !== 'every-host' && !isPublic(access),
);

/** A body that the route takes, so that what refuses it is never its shape. */
const bodyFor = ([method, url]: Row): unknown => {
  const bodies: Record<string, unknown> = {
    'POST /v1/apps/:app/releases/review': { version: '7.7.7', artifacts: [] },
    'POST /v1/apps/:app/releases': { version: '7.7.7' },
    'POST /v1/apps/:app/artifacts/presign': {
      version: '7.7.7',
      target,
      format: '.bin',
      size: 5,
      sha256: 'a'.repeat(64),
    },
    'POST /v1/apps/:app/artifacts/complete': { version: '7.7.7', target, uploadId: 'x', etags: ['x'] },
    'PATCH /v1/apps/:app/releases/:id': { notes: 'taken over' },
    'POST /v1/apps/:app/releases/:id/withdraw': { reason: 'taken over' },
    'PATCH /v1/apps/:app': { name: 'taken over' },
    'POST /v1/apps/:app/channels': { name: 'taken-over' },
    'PATCH /v1/apps/:app/channels/:name': { active: false },
    'POST /v1/apps/:app/keys': { name: 'taken over', scopes: ['read'] },
    'POST /v1/apps': { slug: 'taken-over' },
    'POST /v1/apps/:app/domains': { domain: 'taken-over.example.com' },
  };
  return bodies[`${method} ${url}`];
};

const queryFor = (url: string): string =>
  url.endsWith('/explain') ? '?target=linux&arch=x86_64&currentVersion=1.0.0' : '';

const fill = (url: string, names: Record<string, string>): string =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => names[name] ?? 'none') + queryFor(url);

let strangers = 0;
/** Another address each time: failed attempts are limited per address, and this is not about that. */
const fromElsewhere = (): Record<string, string> => {
  strangers += 1;
  return { 'x-forwarded-for': `10.${strangers >> 16}.${(strangers >> 8) & 255}.${strangers & 255}` };
};

describe('keys', () => {
  const stage = useStage({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } });

  const call = (row: Row, path: string, key: string) =>
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
        // What it may do is tried on things that do not exist, so that nothing changes either way.
        const isItsOwn = access === scope;
        if (isItsOwn && !url.includes(':id') && !url.includes(':name') && method !== 'GET') continue;
        const reply = await call(row, fill(url, { app: app.slug }), key);
        if (!isItsOwn) assert.equal(problemCode(reply, 403), 'scope-missing', `${scope}: ${method} ${url}`);
        else assert.ok([200, 404].includes(reply.status), `${scope}: ${method} ${url} ${reply.text()}`);
      }
    }
    const audit = (text: string) =>
      text.replaceAll(/\{"id":"\d+","at":"[^"]+","actor":"admin","action":"key.create"[^}]+\}\},?/g, '');
    assert.equal(audit(await lookAt(stage(), app.slug)), audit(before));
  });

  test('missing, malformed, unknown, expired and revoked keys get one identical 401', async () => {
    const { service, app } = stage();
    const soon = new Date(Date.now() + 2000).toISOString();
    const expiring = await service.api(`/v1/apps/${app.slug}/keys`, {
      json: { name: 'soon', expiresAt: soon },
    });
    const expired = expiring.json<{ secret: string }>().secret;
    const made = await service.api(`/v1/apps/${app.slug}/keys`, { json: { name: 'revoked' } });
    const { key, secret: revoked } = made.json<{ key: { id: string }; secret: string }>();
    await service.api(`/v1/apps/${app.slug}/keys/${key.id}`, { method: 'DELETE' });
    const read = () => service.api(`/v1/apps/${app.slug}`, { key: expired, headers: fromElsewhere() });
    await until('expired', async () => (await read()).status === 401);
    const good = app.key;
    const bad = [
      '',
      'x',
      expired,
      revoked,
      good.slice(0, -1),
      `${good}x`,
      good.toUpperCase(),
      `${good.slice(0, -7)}${good.at(-7) === 'a' ? 'b' : 'a'}${good.slice(-6)}`,
      adminKey.slice(0, -1),
      `${adminKey}x`,
      `slw_pub_key_none_${'0'.repeat(38)}`,
      `slw_adm_${'0'.repeat(46)}`,
      "' or 1=1 --",
      'a'.repeat(4000),
    ];
    const bodies = new Set<string>();
    for (const row of keyed) {
      for (const text of row[1] === '/v1/apps/:app' ? bad : bad.slice(0, 3)) {
        const reply = await call(row, fill(row[1], { app: app.slug }), text);
        assert.equal(problemCode(reply, 401), 'unauthorized', `${row[0]} ${row[1]} ${text}`);
        assert.equal(reply.headers['www-authenticate'], 'Bearer');
        bodies.add(reply.text());
      }
    }
    assert.equal(bodies.size, 1);
  });

  test('other schemes and keys in odd places are not taken', async () => {
    const { service, app } = stage();
    const path = `/v1/apps/${app.slug}`;
    const tries: Record<string, string | string[]>[] = [
      { authorization: app.key },
      { authorization: `Basic ${Buffer.from(`:${app.key}`).toString('base64')}` },
      { authorization: `Bearer ${app.key} extra` },
      { authorization: `Bearer, Bearer ${app.key}` },
      { authorization: [`Bearer ${app.key}`, `Bearer ${app.key}`] },
      { 'proxy-authorization': `Bearer ${app.key}` },
      { 'x-api-key': app.key },
      { cookie: `authorization=Bearer ${app.key}` },
    ];
    for (const headers of tries)
      problemCode(await service.api(path, { key: '', headers: { ...fromElsewhere(), ...headers } }), 401);
    const reply = await service.api(`${path}?key=${app.key}&access_token=${app.key}`, {
      key: '',
      headers: fromElsewhere(),
    });
    problemCode(reply, 401);
    assert.equal((await service.api(path, { key: app.key })).status, 200);
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

  test('a revoked key is refused at once here and soon on another node', async () => {
    const { service, app } = stage();
    const node = await startService({ folder: service.folder });
    try {
      const made = await service.api(`/v1/apps/${app.slug}/keys`, { json: { name: 'to be revoked' } });
      const { key, secret } = made.json<{ key: { id: string }; secret: string }>();
      const path = `/v1/apps/${app.slug}`;
      for (const one of [service, node]) assert.equal((await one.api(path, { key: secret })).status, 200);
      assert.equal((await service.api(`${path}/keys/${key.id}`, { method: 'DELETE' })).status, 204);
      problemCode(await service.api(path, { key: secret, headers: fromElsewhere() }), 401);
      await until('refused there', async () => (await node.api(path, { key: secret })).status === 401);
    } finally {
      await node.stop();
    }
  });

  test('failed attempts are limited by address and never block a good key', async () => {
    const { service, app } = stage();
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const statusOf = async (key: string) => (await service.api('/v1/apps', { key, headers })).status;
    const wrong = formatPublishKey('key_nobody', 'x'.repeat(32));
    const statuses: number[] = [];
    // The limit grows again by five a second while it is asked.
    while (statuses.length < 5000 && !statuses.includes(429)) statuses.push(await statusOf(wrong));
    assert.deepEqual(new Set(statuses.slice(0, 300)), new Set([401]));
    assert.equal(statuses.at(-1), 429);
    for (const malformed of ['', 'wrong', `${wrong}x`, `slw_pub_${'x'.repeat(40)}`])
      assert.equal(await statusOf(malformed), 401, malformed);
    assert.equal((await service.api(`/v1/apps/${app.slug}`, { key: app.key, headers })).status, 200);
  });
});

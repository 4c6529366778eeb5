import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminKey, createTestApp, createTestKey, startService } from '../harness.ts';
import { bodyFor, fill, fromElsewhere, keyed, scopes } from './keyed-routes.ts';
import { askSignedIn, ownHeader, signIn } from './signing-in.ts';
import { lookAt, problemCode, useStage } from './stage.ts';

interface SessionResponse {
  session: { actor: string; app: string | null; key: { id: string; scopes: string[] } | null } | null;
}

describe('sessions', () => {
  const stage = useStage({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } });
  const pathOf = () => `/v1/apps/${stage().app.slug}`;
  const unauthorized = async (headers: Record<string, string>, path = pathOf()) => {
    const reply = await stage().service.api(path, { key: '', headers: { ...fromElsewhere(), ...headers } });
    assert.equal(problemCode(reply, 401), 'unauthorized', JSON.stringify(headers));
    assert.equal(reply.headers['www-authenticate'], 'Bearer');
    return reply.text();
  };

  test('the cookie has exact attributes, acts as its key, and ends at sign-out', async () => {
    const { service, app } = stage();
    const reply = await service.api('/v1/session', { key: app.key, method: 'POST' });
    assert.equal(reply.status, 201, reply.text());
    const set = reply.headers['set-cookie']?.[0] ?? '';
    const name = `slipway-${service.port}`;
    assert.match(set, new RegExp(`^${name}=[0-9A-Za-z]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    const stay = await service.api('/v1/session', { key: app.key, json: { stay: true } });
    assert.match(stay.headers['set-cookie']?.[0] ?? '', /; SameSite=Strict; Max-Age=604800$/);
    assert.notEqual(stay.headers['set-cookie']?.[0]?.slice(0, 60), set.slice(0, 60));

    const cookie = set.split(';', 1)[0] ?? '';
    assert.equal((await askSignedIn(service, pathOf(), { cookie })).status, 200);
    const current = await askSignedIn(service, '/v1/session', { cookie });
    assert.deepEqual(current.json(), reply.json());
    assert.equal(current.json<SessionResponse>().session?.app, app.slug);
    const left = await askSignedIn(service, '/v1/session', { cookie, method: 'DELETE' });
    assert.equal(left.status, 204);
    assert.equal(left.headers['set-cookie']?.[0], `${name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`);
    problemCode(await askSignedIn(service, pathOf(), { cookie }), 401);
    problemCode(await askSignedIn(service, '/v1/session', { cookie, method: 'DELETE' }), 401);
    assert.equal((await service.api(pathOf(), { key: app.key })).status, 200, 'the key goes on');
  });

  test('without the session header a cookie is no credential', async () => {
    const { service, app } = stage();
    const cookie = await signIn(service, app.key);
    const bodies = new Set([await unauthorized({}), await unauthorized({ cookie })]);
    for (const value of ['', '0', '01', 'true', '1, 1'])
      bodies.add(await unauthorized({ cookie, 'x-slipway-session': value }));
    bodies.add(await unauthorized(ownHeader));
    assert.equal(bodies.size, 1, 'one body, whatever is missing');
    const current = await service.api('/v1/session', { key: '', headers: { cookie } });
    assert.deepEqual(current.json(), { session: null });
  });

  test('cookies planted by a sibling host are rejected', async () => {
    const { service, app } = stage();
    const cookie = await signIn(service, app.key);
    const name = cookie.split('=', 1)[0] ?? '';
    const planted = `${name}=${'x'.repeat(43)}`;
    const other = await signIn(service, await createTestKey(service, app.slug, ['read']));
    for (const text of [
      ...[`${cookie}; ${planted}`, `${planted}; ${cookie}`, `${cookie}; ${other}`, `${cookie}; ${cookie}`],
      ...[`${cookie}; ${name}=`, `${cookie}; ${name}`, planted, `${name}="${cookie.split('=')[1]}"`],
    ])
      await unauthorized({ ...ownHeader, cookie: text });
    for (const text of [`a=b; ${cookie}; ${name}x=1`, ` ${cookie} ;c`])
      assert.equal((await askSignedIn(service, pathOf(), { cookie: text })).status, 200, text);
  });

  test('requests from other origins are unauthorized', async () => {
    const { service, app } = stage();
    const cookie = await signIn(service, app.key);
    const own = `http://localhost:${service.port}`;
    for (const site of ['same-site', 'cross-site', 'none'])
      await unauthorized({ ...ownHeader, cookie, 'sec-fetch-site': site });
    for (const origin of [
      ...[`http://${app.slug}.localhost:${service.port}`, 'null', `https://localhost:${service.port}`],
      ...['http://localhost', `${own}.evil.example`, 'http://evil.example', ''],
    ])
      await unauthorized({ ...ownHeader, cookie, origin });
    for (const origin of [own, `http://127.0.0.1:${service.port}`]) {
      const headers = { origin, 'sec-fetch-site': 'same-origin' };
      assert.equal((await askSignedIn(service, pathOf(), { cookie, headers })).status, 200, origin);
    }
  });

  test('requests to a foreign host name are unauthorized', async () => {
    const { service, app } = stage();
    const cookie = await signIn(service, app.key);
    const statusAt = async (host: string) => (await askSignedIn(service, pathOf(), { cookie, host })).status;
    for (const host of ['nobody.localhost', 'evil.example', `rebound.example:${service.port}`])
      assert.equal(await statusAt(host), 401, host);
    for (const host of ['localhost', `127.0.0.1:${service.port}`, '[::1]'])
      assert.equal(await statusAt(host), 200, host);
    assert.equal(await statusAt(`${app.slug}.localhost`), 404, 'an app’s host has no API');
  });

  test('another page cannot sign anyone in, and a session cannot open another', async () => {
    const { service, app } = stage();
    const post = (headers: Record<string, string>) =>
      service.api('/v1/session', { key: '', json: {}, headers: { ...fromElsewhere(), ...headers } });
    const authorization = `Bearer ${app.key}`;
    const cookie = await signIn(service, app.key);
    for (const headers of [
      { origin: `http://${app.slug}.localhost:${service.port}`, authorization },
      { 'sec-fetch-site': 'same-site', authorization },
      { 'sec-fetch-site': 'cross-site', authorization },
      { cookie, ...ownHeader },
    ]) {
      const reply = await post(headers as unknown as Record<string, string>);
      problemCode(reply, 401);
      assert.equal(reply.headers['set-cookie'], undefined);
    }
    const asks = { 'access-control-request-method': 'POST', origin: 'http://evil.example' };
    const preflight = await service.api('/v1/session', { key: '', method: 'OPTIONS', headers: asks });
    assert.equal(preflight.headers['access-control-allow-origin'], undefined);
    assert.ok(preflight.status >= 400);
    const form = { 'content-type': 'application/x-www-form-urlencoded', cookie };
    const body = 'stay=true';
    problemCode(await service.api('/v1/session', { key: '', method: 'POST', headers: form, body }), 401);
  });

  test('a key in the request takes precedence over the cookie, even an invalid one', async () => {
    const { service, app } = stage();
    const [cookie, other] = [await signIn(service, app.key), await createTestApp(service)];
    const common = { ...ownHeader, cookie };
    await unauthorized({ ...common, authorization: 'Bearer wrong' });
    await unauthorized({ ...common, authorization: '' });
    const current = await service.api('/v1/session', { key: other.key, headers: common });
    assert.equal(current.json<SessionResponse>().session?.app, other.slug);
    problemCode(await service.api(pathOf(), { key: other.key, headers: common }), 404);
    const out = await service.api('/v1/session', { key: other.key, method: 'DELETE', headers: common });
    assert.equal(out.status, 204);
    assert.equal((await askSignedIn(service, pathOf(), { cookie })).status, 200, 'it was not signed out');
  });

  test('revoking a key ends its open sessions, on every node', async () => {
    const { service, app } = stage();
    const node = await startService({
      folder: service.folder,
      env: { SLIPWAY_BASE_URL: `http://localhost:${service.port}` },
    });
    try {
      const made = await service.api(`${pathOf()}/keys`, { json: { name: 'laptop', scopes: ['read'] } });
      const { key, secret } = made.json<{ key: { id: string }; secret: string }>();
      const cookie = await signIn(node, secret);
      for (const one of [service, node])
        assert.equal((await askSignedIn(one, pathOf(), { cookie })).status, 200);
      assert.equal((await service.api(`${pathOf()}/keys/${key.id}`, { method: 'DELETE' })).status, 204);
      for (const one of [node, service]) problemCode(await askSignedIn(one, pathOf(), { cookie }), 401);
      problemCode(await service.api('/v1/session', { key: secret, json: {}, headers: fromElsewhere() }), 401);
      const mine = await signIn(service, app.key);
      await askSignedIn(service, '/v1/session', { cookie: mine, method: 'DELETE' });
      problemCode(await askSignedIn(node, pathOf(), { cookie: mine }), 401);
    } finally {
      await node.stop();
    }
  });

  test('signing out during a request prevents its change', async () => {
    const { service, app } = stage();
    const cookie = await signIn(service, app.key);
    const body = JSON.stringify({ name: 'after-signing-out' });
    const socket = connect({ host: '127.0.0.1', port: service.port });
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    const headers = `x-slipway-session: 1\r\ncookie: ${cookie}\r\ncontent-type: application/json`;
    const head = `POST ${pathOf()}/channels HTTP/1.1\r\nhost: localhost\r\n${headers}\r\ncontent-length: ${body.length}`;
    socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`);
    // Time to check the head while the session is open; a later check would reject it anyway.
    await sleep(300);
    assert.equal((await askSignedIn(service, '/v1/session', { cookie, method: 'DELETE' })).status, 204);
    socket.write(body.slice(5));
    assert.match(await answer, /^HTTP\/1\.1 401 /);
    socket.destroy();
    assert.doesNotMatch((await service.api(`${pathOf()}/channels`)).text(), /after-signing-out/);
  });

  test('every route × every scope: a session may do exactly what its key may', async () => {
    const { service, app } = stage();
    for (const scope of scopes) {
      const key = await createTestKey(service, app.slug, [scope]);
      const cookie = await signIn(service, key);
      const before = await lookAt(stage(), app.slug);
      for (const row of keyed) {
        const [method, url, access] = row;
        const isItsOwn = access.split(' or ').includes(scope) || access === 'any key';
        if (isItsOwn && !url.includes(':id') && !url.includes(':name') && method !== 'GET') continue;
        const common = { method, json: bodyFor(row), headers: fromElsewhere() };
        const path = fill(url, { app: app.slug });
        const byKey = await service.api(path, { ...common, key });
        const bySession = await askSignedIn(service, path, { ...common, cookie });
        const name = `${scope}: ${method} ${url}`;
        assert.equal(bySession.status, byKey.status, name);
        if (!isItsOwn) assert.equal(problemCode(bySession, 403), 'scope-missing', name);
      }
      assert.equal(await lookAt(stage(), app.slug), before);
    }
  });

  test('with trusted publishing only, a session of a manually created key cannot publish', async () => {
    const { service } = stage();
    const app = await createTestApp(service);
    const path = `/v1/apps/${app.slug}`;
    const cookie = await signIn(service, app.key);
    await service.api(path, { method: 'PATCH', json: { publishing: 'trusted' } });
    const reply = await askSignedIn(service, `${path}/releases`, { cookie, json: { version: '1.0.0' } });
    assert.equal(problemCode(reply, 403), 'trusted-publishing-only');
  });

  test('guesses are rate limited by address, valid sessions are not, and no log contains either', async () => {
    const { service, app } = stage();
    const cookie = await signIn(service, app.key);
    const [name = '', secret = ''] = cookie.split('=');
    const guess = `${name}=${'y'.repeat(43)}`;
    const from = { 'x-forwarded-for': '192.0.2.77' };
    const statusOf = async (text: string) =>
      (await askSignedIn(service, pathOf(), { cookie: text, headers: from })).status;
    const statuses: number[] = [];
    // The bucket refills by five a second meanwhile.
    while (statuses.length < 5000 && !statuses.includes(429)) statuses.push(await statusOf(guess));
    assert.deepEqual(new Set(statuses.slice(0, 300)), new Set([401]));
    assert.equal(statuses.at(-1), 429);
    assert.equal(await statusOf(cookie), 200);
    const logged = service.logs.join('\n');
    for (const text of [secret, app.key, adminKey]) assert.ok(!logged.includes(text));
  });
});

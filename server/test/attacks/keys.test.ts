import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../../lab/wait-until.ts';
import { formatPublishKey } from '../../src/domain/model/key.ts';
import type { RouteRow } from '../../src/http/routing/route-row.ts';
import { adminKey, startService } from '../harness.ts';
import { bodyFor, fill, fromElsewhere, keyed } from './keyed-routes.ts';
import { problemCode, useStage } from './stage.ts';

describe('keys', () => {
  const stage = useStage({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } });

  const call = (row: RouteRow, path: string, key: string) =>
    stage().service.api(path, { method: row[0], key, json: bodyFor(row), headers: fromElsewhere() });

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
    await waitUntil('expired', async () => (await read()).status === 401);
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

  test('a revoked key is refused by the very next request, here and on another node', async () => {
    const { service, app } = stage();
    const node = await startService({ folder: service.folder });
    try {
      const made = await service.api(`/v1/apps/${app.slug}/keys`, { json: { name: 'to be revoked' } });
      const { key, secret } = made.json<{ key: { id: string }; secret: string }>();
      const path = `/v1/apps/${app.slug}`;
      for (const one of [service, node]) assert.equal((await one.api(path, { key: secret })).status, 200);
      assert.equal((await service.api(`${path}/keys/${key.id}`, { method: 'DELETE' })).status, 204);
      for (const one of [node, service])
        problemCode(await one.api(path, { key: secret, headers: fromElsewhere() }), 401);
    } finally {
      await node.stop();
    }
  });

  test('a key that is revoked while its request is being sent makes no other key', async () => {
    const { service, app } = stage();
    const path = `/v1/apps/${app.slug}/keys`;
    const made = await service.api(path, { json: { name: 'leaked', scopes: ['manage'] } });
    const { key, secret } = made.json<{ key: { id: string }; secret: string }>();
    const body = JSON.stringify({ name: 'another', scopes: ['manage'] });
    const socket = connect({ host: '127.0.0.1', port: service.port });
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    const headers = `authorization: Bearer ${secret}\r\ncontent-type: application/json`;
    const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\ncontent-length: ${body.length}`;
    socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`);
    // Time to check the head while the key is valid; a later check would reject it anyway.
    await sleep(300);
    assert.equal((await service.api(`${path}/${key.id}`, { method: 'DELETE' })).status, 204);
    socket.write(body.slice(5));
    assert.match(await answer, /^HTTP\/1\.1 401 /);
    socket.destroy();
    const { keys } = (await service.api(path)).json<{ keys: { name: string }[] }>();
    assert.ok(!keys.some(({ name }) => name === 'another'));
  });

  test('failed attempts are limited by address and never block a good key', async () => {
    const { service, app } = stage();
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const statusOf = async (key: string) => (await service.api('/v1/apps', { key, headers })).status;
    const wrong = formatPublishKey('key_nobody', 'x'.repeat(32));
    const statuses: number[] = [];
    // The bucket refills by five a second meanwhile.
    while (statuses.length < 5000 && !statuses.includes(429)) statuses.push(await statusOf(wrong));
    assert.deepEqual(new Set(statuses.slice(0, 300)), new Set([401]));
    assert.equal(statuses.at(-1), 429);
    for (const malformed of ['', 'wrong', `${wrong}x`, `slw_pub_${'x'.repeat(40)}`])
      assert.equal(await statusOf(malformed), 401, malformed);
    assert.equal((await service.api(`/v1/apps/${app.slug}`, { key: app.key, headers })).status, 200);
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { requestPort, sendRaw } from '../../../lab/request.ts';
import { adminKey } from '../harness.ts';
import { target, useStage } from './stage.ts';

describe('logs', () => {
  const stage = useStage({ env: { LOG_LEVEL: 'trace' } });

  const provoke = async (): Promise<string[]> => {
    const { service, app, publisher } = stage();
    const bytes = randomBytes(1000);
    const ticket = await publisher.presign({ version: '2.0.0' }, { target, bytes });
    const { pathname, search } = new URL(ticket.uploadUrl);
    await publisher.put(ticket, randomBytes(1000));
    await requestPort(service.uploadPort, `${pathname}${search}x`, {
      method: 'PUT',
      headers: ticket.headers,
      body: bytes,
    });
    await publisher.put(ticket, bytes);
    const wrong = `${app.key.slice(0, -1)}!`;
    for (const key of [adminKey, app.key, wrong, 'guess-guess-guess-guess'])
      for (const path of ['/v1/apps', `/v1/apps/${app.slug}`, '/v1/none', `/v1/apps?token=${key}`])
        await service.api(path, { key });
    await service.api(`/v1/apps/${app.slug}/releases`, {
      key: app.key,
      method: 'POST',
      body: `{"x":"${app.key}"`,
    });
    await sendRaw(service.port, `GET /${app.key} HTTP/1.1\nAuthorization: Bearer ${app.key}\n\n`);
    // A private key in place of a signature and of a public key.
    const secretLine = Buffer.concat([Buffer.from('EdSc'), randomBytes(154)]).toString('base64');
    const path = `/v1/apps/${app.slug}`;
    const declared = { version: '2.0.0', target, format: '.bin', size: 5, sha256: 'a'.repeat(64) };
    for (const [at, json] of [
      ['/signing-keys', { publicKey: secretLine }],
      ['/signing-keys', { publicKey: [secretLine], name: secretLine }],
      ['/artifacts/presign', { ...declared, signature: secretLine }],
    ] as const) {
      const reply = await service.api(path + at, { key: app.key, json });
      assert.equal(reply.status, 400);
      assert.ok(!reply.text().includes(secretLine.slice(0, 30)), 'nor is it repeated');
    }
    const signature = new URL(ticket.uploadUrl).searchParams.get('signature') ?? '';
    assert.ok(signature.length > 20);
    return [
      adminKey,
      app.key,
      wrong,
      'guess-guess-guess-guess',
      signature,
      secretLine,
      secretLine.slice(0, 40),
    ];
  };

  test('no key and no upload signature is ever written, whatever goes wrong', async () => {
    const { service } = stage();
    const secrets = await provoke();
    const text = service.logs.join('');
    assert.ok(service.logs.length > 20, 'there is something to look at');
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret.slice(0, 12)}… was logged`);
    assert.doesNotMatch(text, /authorization/i);
    assert.doesNotMatch(text, /signature=/);
  });

  test('no request can write a line of its own', async () => {
    const { service, app } = stage();
    const before = service.logs.length;
    const forged = '{"level":60,"msg":"forged"}';
    const encoded = encodeURIComponent(`\n${forged}\n`);
    await service.site(app.slug, `/releases/${encoded}/a/b/1.0`);
    await service.site(app.slug, `/releases/stable/linux/x86_64/${encoded}`);
    await service.site(app.slug, `/none/${encoded}`, { headers: { 'user-agent': forged, referer: forged } });
    await service.api(`/v1/apps/${encoded}`, { headers: { 'x-request-id': forged } });
    await service.api(`/v1/apps/${app.slug}/releases`, { json: { version: `\n${forged}\n` } });
    await requestPort(service.uploadPort, `/staged/${encoded}`, { method: 'PUT' });
    await sendRaw(service.port, `GET /\r\n${forged}\r\n HTTP/1.1\r\n\r\n`);
    const lines = service.logs
      .slice(before)
      .flatMap((line) => line.split('\n'))
      .filter((line) => line !== '');
    assert.ok(lines.length >= 4);
    for (const line of lines) {
      const entry = JSON.parse(line) as { level: number; msg: string };
      assert.ok(entry.level < 50, line);
      assert.notEqual(entry.msg, 'forged');
    }
  });

  test('the id of a request is made here, not taken from the client', async () => {
    const reply = await stage().service.api('/v1/apps', { headers: { 'x-request-id': 'mine' } });
    assert.match(String(reply.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  });
});

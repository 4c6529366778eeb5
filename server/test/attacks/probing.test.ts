import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { DomainStatus } from '@slipway/api';
import { type NameServer, startNameServer } from '../../../lab/name-server.ts';
import { openProber } from '../../src/drivers/prober.ts';
import { createTestApp, createTestKey, type Running, startService, type TestApp } from '../harness.ts';

/* A key with read access and a domain makes the server connect to hosts; it must not reach internal ones (SSRF). */

const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';

describe('domain checks', () => {
  let names: NameServer;
  let service: Running;
  let app: TestApp;
  let reader: string;
  before(async () => {
    names = await startNameServer();
    service = await startService({ env: { SLIPWAY_DNS_SERVERS: names.address } });
    app = await createTestApp(service);
    reader = await createTestKey(service, app.slug, ['read']);
  });
  after(async () => {
    await service.stop();
    await names.stop();
  });

  const look = (domain: string) =>
    service.api(`/v1/apps/${app.slug}/domains/${encodeURIComponent(domain)}/status`, { key: reader });

  const add = async (domain: string, address: string): Promise<void> => {
    names.set(domain, { a: [address] });
    const made = await service.api(`/v1/apps/${app.slug}/domains`, { json: { domain } });
    assert.equal(made.status, 201, made.text());
  };

  test('connect to no internal address except that of the server itself', async () => {
    let connections = 0;
    const internalServer = createServer((_request, response) => response.end('inside'));
    internalServer.on('connection', () => {
      connections += 1;
    });
    // The same port, so that only the address check keeps the server away from it.
    await new Promise<void>((resolve) => internalServer.listen(service.port, '127.0.0.2', resolve));
    try {
      // A name that URL parsers read as an IP address: it would bypass DNS and the address check.
      const numbered = await service.api(`/v1/apps/${app.slug}/domains`, { json: { domain: '0x7f.2' } });
      assert.equal(numbered.status, 409, numbered.text());
      const { probe } = openProber({ nameServers: [names.address] });
      const { failure } = await probe(`http://0x7f.2:${service.port}/healthz`, ['192.0.2.1']);
      assert.equal(failure, 'refused');
      await add('rebound.example.com', '127.0.0.2');
      const reply = await look('rebound.example.com');
      const { status } = reply.json<{ status: DomainStatus }>();
      assert.deepEqual([status.dns.state, status.answers.state], ['private', 'not-asked']);
      assert.ok(!reply.text().includes('127.0.0.2'));
      assert.equal(connections, 0);
    } finally {
      internalServer.closeAllConnections();
      await new Promise((resolve) => internalServer.close(resolve));
    }
  });

  test('reject hosts that send endless early hints or switch protocols', async () => {
    const { probe } = openProber({ nameServers: [names.address] });
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n';
    const begun = { few: hints.repeat(3), many: hints.repeat(100), changed: switching };
    const results: Record<string, unknown> = {};
    for (const [name, text] of Object.entries(begun)) {
      const host = createSocketServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(text);
        if (name !== 'changed') setTimeout(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), 300);
      });
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
      const { port } = host.address() as AddressInfo;
      const { http, failure } = await probe(`http://odd.example.com:${port}/healthz`, ['127.0.0.1']);
      results[name] = http?.status ?? failure;
      host.close();
    }
    assert.deepEqual(results, { few: 204, many: 'broken', changed: 'broken' });
  });

  test('reject hosts that are no domain of the app', async () => {
    const before = names.queryCount();
    for (const host of ['nobody.example.com', 'localhost', '169.254.169.254', '[::1]', 'a.b/../../x', '%00'])
      assert.equal((await look(host)).status, 404, host);
    assert.equal(names.queryCount(), before);
  });

  test('resolve a name once for two hundred concurrent calls', async () => {
    await add('often.example.com', '127.0.0.1');
    const before = names.queryCount();
    const replies = await Promise.all(Array.from({ length: 200 }, () => look('often.example.com')));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    const [first] = replies;
    assert.equal(first?.json<{ status: DomainStatus }>().status.answers.state, 'here');
    // A, AAAA and CNAME; more if the calls outlast the cache.
    assert.ok(names.queryCount() - before < 60, `${names.queryCount() - before} questions`);
  });

  test('do not change /healthz without a nonce, and a nonce never makes it fail', async () => {
    const plain = await service.api('/healthz', { key: '' });
    assert.equal(plain.status, 200);
    assert.match(plain.text(), /^\{"status":"ok","version":"\d+\.\d+\.\d+"\}$/);
    assert.ok(!('slipway-presence' in plain.headers));
    const good = 'n'.repeat(32);
    for (const query of ['nonce=', 'nonce=1', `nonce=${good}&nonce=${good}`, `nonce=${good}%0a`, 'other=1']) {
      const { status, headers } = await service.api(`/healthz?${query}`, { key: '' });
      assert.deepEqual([status, headers['slipway-presence']], [200, undefined], query);
    }
    const proven = await service.api(`/healthz?nonce=${good}`, { key: '' });
    assert.equal(proven.text(), plain.text());
    assert.match(String(proven.headers['slipway-presence']), /^[\w-]{43}\.[\w-]{43}$/);
  });
});

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { DomainStatus } from '@slipway/api';
import { type NameServer, startNameServer } from '../../../lab/name-server.ts';
import { createTestApp, createTestKey, type Running, startService, type TestApp } from '../harness.ts';

/* Whoever may read an app, and owns a domain of it, can have the service dial: not what they like. */

describe('looking at domains', () => {
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

  test('dials no address of this machine or its network but the service’s own', async () => {
    let connections = 0;
    const neighbour = createServer((_request, response) => response.end('inside'));
    neighbour.on('connection', () => {
      connections += 1;
    });
    // The same port, so that nothing but the address keeps the service away from it.
    await new Promise<void>((resolve) => neighbour.listen(service.port, '127.0.0.2', resolve));
    try {
      await add('rebound.example.com', '127.0.0.2');
      const reply = await look('rebound.example.com');
      const { status } = reply.json<{ status: DomainStatus }>();
      assert.deepEqual([status.dns.state, status.answers.state], ['private', 'not-asked']);
      assert.ok(!reply.text().includes('127.0.0.2'));
      assert.equal(connections, 0);
    } finally {
      neighbour.closeAllConnections();
      await new Promise((resolve) => neighbour.close(resolve));
    }
  });

  test('looks at nothing that is not stored for the app', async () => {
    const before = names.asked();
    for (const host of ['nobody.example.com', 'localhost', '169.254.169.254', '[::1]', 'a.b/../../x', '%00'])
      assert.equal((await look(host)).status, 404, host);
    assert.equal(names.asked(), before);
  });

  test('asks the DNS once for two hundred calls at a time', async () => {
    await add('often.example.com', '127.0.0.1');
    const before = names.asked();
    const replies = await Promise.all(Array.from({ length: 200 }, () => look('often.example.com')));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    const [first] = replies;
    assert.equal(first?.json<{ status: DomainStatus }>().status.answers.state, 'here');
    // A, AAAA and CNAME; again where the calls took longer than the answer is kept.
    assert.ok(names.asked() - before < 60, `${names.asked() - before} questions`);
  });

  test('leaves /healthz as it is to everyone who names no nonce, and never makes it fail', async () => {
    const plain = await service.api('/healthz', { key: '' });
    assert.deepEqual([plain.status, plain.text()], [200, '{"status":"ok"}']);
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

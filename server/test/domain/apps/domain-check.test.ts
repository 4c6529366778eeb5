import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createDomainChecks,
  type DomainCheckDeps,
} from '../../../src/domain/apps/domain-check/domain-check.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { createHosts } from '../../../src/domain/model/host.ts';
import { provePresence, verifyPresence } from '../../../src/domain/model/presence.ts';
import type { ProbedCertificate } from '../../../src/domain/ports/prober.ts';
import { isPublicAddress } from '../../../src/drivers/prober/public-address.ts';
import { plantInternet } from '../../memory/prober.ts';

const secret = 'what all nodes share';
const domain = 'get.lantern.example';
const own = 'lantern.updates.example';
const ours = { address: '198.51.100.7', isPublic: true };
const theirs = { address: '198.51.100.99', isPublic: true };
const inside = { address: '10.0.0.9', isPublic: false };
const soon: ProbedCertificate = { issuer: 'Example', notAfter: '2027-01-20T12:00:00.000Z', fault: undefined };

const start = (publicUrl = 'https://{slug}.updates.example') => {
  const internet = plantInternet();
  let now = '2027-01-01T12:00:00.000Z';
  const hosts = createHosts({ baseUrl: 'https://api.example', uploadUrl: 'https://up.example', publicUrl });
  const store: Partial<DomainCheckDeps['store']> = {
    findApp: async () => ({ id: 'app_1', publicSlug: 'lantern' }) as App,
    listDomains: async (app) => [{ domain, app, createdAt: now }],
  };
  const domainChecks = createDomainChecks({
    store: store as DomainCheckDeps['store'],
    ...{ hosts, prober: internet.prober, secret, healthPath: '/healthz' },
    clock: { now: () => now, in: () => now },
    ids: { next: () => '', secret: (length) => 'n'.repeat(length), seed: () => 0 },
  });
  /** This server's response for that host behind the domain. */
  const answer = (host = domain, certificate = soon) =>
    internet.serve(domain, (url) => ({
      http: { status: 200, presence: domainChecks.prove(url.searchParams.get('nonce'), host) },
      certificate,
    }));
  internet.name(own, { addresses: [ours, inside] });
  const status = async () => {
    const { dns, answers, certificate } = await domainChecks.status('lantern', domain);
    return { dns, answers, certificate, states: [dns.state, answers.state, certificate.state] };
  };
  const wait = (seconds: number) => {
    now = new Date(Date.parse(now) + seconds * 1000).toISOString();
  };
  return { ...internet, domainChecks, answer, status, wait };
};

describe('a domain', () => {
  test('that works passes all three checks and needs no remedy', async () => {
    const { name, answer, status } = start();
    name(domain, { cname: own, addresses: [ours] });
    answer();
    const { states, dns, answers, certificate } = await status();
    assert.deepEqual(states, ['here', 'here', 'valid']);
    assert.deepEqual([dns.remedy, answers.remedy, certificate.remedy], [undefined, undefined, undefined]);
    assert.match(certificate.detail, /^Issued by Example; expires on 2027-01-20, in 19 days\.$/);
    assert.equal(certificate.daysLeft, 19);
  });

  test('behind another network is fine as long as this service answers', async () => {
    const { name, answer, status, wait } = start();
    name(domain, { addresses: [theirs] });
    const before = await status();
    assert.deepEqual(before.states, ['elsewhere', 'unreachable', 'not-asked']);
    assert.equal(before.dns.verdict, 'bad');
    assert.match(before.dns.remedy ?? '', /CNAME record for get\.lantern\.example that points to lantern\./);
    answer();
    wait(5);
    const { dns, answers } = await status();
    assert.deepEqual([dns.state, dns.verdict, answers.state], ['elsewhere', 'good', 'here']);
  });

  test('reports another host, a redirect and another service as different states', async () => {
    const answers: [serve: (world: ReturnType<typeof start>) => void, state: string, remedy: RegExp][] = [
      [({ answer }) => answer('localhost'), 'other-host', /Host header/],
      [
        ({ serve }) => serve(domain, () => ({ http: { status: 301, presence: undefined } })),
        'redirect',
        /Forward requests/,
      ],
      [
        ({ serve }) => serve(domain, () => ({ http: { status: 200, presence: `${'x'.repeat(43)}.ä` } })),
        'other-service',
        /at this server/,
      ],
    ];
    for (const [serve, state, remedy] of answers) {
      const world = start();
      world.name(domain, { addresses: [ours] });
      serve(world);
      const { answers: response } = await world.status();
      assert.deepEqual([response.state, response.verdict], [state, 'bad']);
      assert.match(response.remedy ?? '', remedy);
    }
  });

  test('at a private address is probed only if the service has the same address', async () => {
    for (const address of ['169.254.169.254', '127.0.0.1', '10.0.0.10', '::1']) {
      const { name, status, dialled } = start();
      name(domain, { addresses: [{ address, isPublic: false }] });
      const { states, dns } = await status();
      assert.deepEqual(states, ['private', 'not-asked', 'not-asked']);
      assert.ok(!JSON.stringify(dns).includes(address), 'what a resolver knows of the inside is not told');
      assert.deepEqual(dialled, []);
    }
    const { name, answer, status, dialled } = start();
    name(domain, { addresses: [{ address: '169.254.169.254', isPublic: false }, inside] });
    answer();
    assert.deepEqual((await status()).states, ['here', 'here', 'valid']);
    assert.deepEqual(dialled[0]?.addresses, ['10.0.0.9']);
  });

  test('without DNS records, or with DNS unavailable, is not probed', async () => {
    const { name, status, wait, dialled } = start();
    const { states, dns } = await status();
    assert.deepEqual(states, ['missing', 'not-asked', 'not-asked']);
    assert.equal(dns.verdict, 'bad');
    name(domain, undefined);
    wait(5);
    const away = (await status()).dns;
    assert.deepEqual([away.state, away.verdict], ['unknown', 'doubtful']);
    assert.deepEqual(dialled, []);
  });

  test('is probed at most once in five seconds', async () => {
    const { name, answer, status, wait, dialled } = start();
    name(domain, { addresses: [ours] });
    answer();
    await Promise.all(Array.from({ length: 100 }, status));
    wait(4);
    await status();
    assert.equal(dialled.length, 1);
    wait(1);
    await status();
    assert.equal(dialled.length, 2);
  });

  test('reports the problems of its certificate', async () => {
    const certificates: [Partial<ProbedCertificate>, state: string, verdict: string, remedy: RegExp][] = [
      [{ notAfter: '2027-01-10T12:00:00.000Z' }, 'ending', 'doubtful', /should renew/],
      [{ notAfter: '2026-12-30T12:00:00.000Z', fault: 'expired' }, 'expired', 'bad', /Renew it/],
      [{ fault: 'other-name' }, 'other-name', 'bad', /Add this name/],
      [{ issuer: undefined, fault: 'untrusted' }, 'untrusted', 'bad', /whole chain/],
    ];
    for (const [fields, state, verdict, remedy] of certificates) {
      const { name, answer, status } = start();
      name(domain, { addresses: [ours] });
      answer(domain, { ...soon, ...fields });
      const { certificate, answers } = await status();
      assert.deepEqual([certificate.state, certificate.verdict, answers.state], [state, verdict, 'here']);
      assert.match(certificate.remedy ?? '', remedy);
    }
    const { name, serve, status } = start();
    name(domain, { addresses: [ours] });
    serve(domain, () => ({ failure: 'handshake' }));
    assert.deepEqual((await status()).states, ['here', 'unreachable', 'missing']);
  });

  test('over plain HTTP needs no certificate', async () => {
    const { name, answer, status, dialled } = start('http://{slug}.updates.example:8080');
    name(domain, { addresses: [ours] });
    answer();
    assert.deepEqual((await status()).states, ['here', 'here', 'not-used']);
    assert.match(dialled[0]?.url ?? '', /^http:\/\/get\.lantern\.example:8080\/healthz\?nonce=n{32}$/);
  });

  test('of another app is not found and not probed', async () => {
    const { domainChecks, dialled } = start();
    await assert.rejects(
      domainChecks.status('lantern', 'metadata.google.internal'),
      (error) => error instanceof Refusal && error.code === 'not-found',
    );
    assert.deepEqual(dialled, []);
  });
});

test('presence is proven by the secret, for one nonce and one host', () => {
  const nonce = 'a'.repeat(22);
  const proof = provePresence(secret, nonce, domain);
  const verify = (request: { nonce: string; host: string }) => verifyPresence(secret, request, proof);
  assert.equal(verify({ nonce, host: domain }), 'here');
  assert.equal(verify({ nonce, host: 'other.example' }), 'other-host');
  assert.equal(verify({ nonce: 'b'.repeat(22), host: domain }), 'other-service');
  assert.equal(verifyPresence('another secret', { nonce, host: domain }, proof), 'other-service');
  for (const odd of [undefined, '', 'short', 'ä'.repeat(30), 'a'.repeat(65), ['a'.repeat(22)], `${nonce}\n`])
    assert.equal(provePresence(secret, odd, domain), undefined);
});

test('special-purpose addresses are not public', () => {
  const special = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.255.255'],
    ...['192.168.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fd00::1'],
    ...['ff02::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:a00:1::', '2001:0:1::', '2001:db8::1'],
  ];
  assert.deepEqual(special.filter(isPublicAddress), []);
  const open = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'];
  assert.deepEqual(open.filter(isPublicAddress), open);
});

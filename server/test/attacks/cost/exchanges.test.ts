import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateKeyPair } from 'jose';
import {
  githubClaims,
  githubPipeline,
  type OidcIssuer,
  startOidcIssuer,
} from '../../../../lab/oidc-issuer.ts';
import { createTestApp, type TestApp } from '../../harness.ts';
import { type Metered, startMetered } from './meter.ts';

/* Anyone can send any number of tokens. The cost of each is bounded, and a flood delays nobody else. */

const flood = 400;
/** Main-thread cost to parse, verify and reject one, in update checks: several times the measured value. */
const mostChecksEach = 60;
const tries = 5;

describe('floods of tokens', () => {
  let issuer: OidcIssuer;
  let service: Metered;
  let app: TestApp;
  let forged: string[];
  let audience = '';
  before(async () => {
    issuer = await startOidcIssuer();
    service = await startMetered({
      env: { SLIPWAY_OIDC_ISSUERS: issuer.issuer, SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' },
    });
    audience = `http://localhost:${service.port}`;
    app = await createTestApp(service);
    const json = { ...githubPipeline, issuer: issuer.issuer };
    const path = `/v1/apps/${app.slug}/trusted-publishers`;
    assert.equal((await service.api(path, { json })).status, 201);
    const { privateKey } = await generateKeyPair('RS256');
    const pad = 'x'.repeat(8_000);
    forged = await Promise.all(
      Array.from({ length: flood }, (_, i) =>
        issuer.sign(githubClaims({ aud: audience, pad, run_id: String(i) }), { key: privateKey }),
      ),
    );
  });
  after(async () => {
    await service?.stop();
    await issuer?.stop();
  });

  const bring = (token: string, from: string, more: { agent?: false } = {}) =>
    service.api('/v1/oidc/exchange', {
      ...more,
      key: '',
      json: { token, app: app.slug },
      headers: { 'x-forwarded-for': from },
    });
  const floodFrom = (network: (index: number) => string) =>
    Promise.all(forged.map((token, index) => bring(token, network(index))));

  test('each costs little main-thread time and leaves no memory in use', async (t) => {
    await floodFrom(() => '203.0.113.1');
    const baseline = await service.heldBytes();
    let [least, check] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const checkMany = () =>
      Promise.all(forged.map(() => service.site(app.slug, '/releases/stable/linux/x86_64/1.0.0')));
    for (let count = 0; count < tries; count++) {
      const idle = service.ranMs();
      await checkMany();
      check = Math.min(check, (service.ranMs() - idle) / flood);
      const before = service.ranMs();
      const replies = await floodFrom((index) => `203.0.${count}.${index % 250}`);
      least = Math.min(least, (service.ranMs() - before) / flood);
      for (const { status } of replies) assert.ok(status === 401 || status === 429, String(status));
    }
    t.diagnostic(`${least.toFixed(2)} ms each, a check ${check.toFixed(2)} ms`);
    assert.ok(least < mostChecksEach * check, `${least} ms each, a check ${check} ms`);
    const grown = (await service.heldBytes()) - baseline;
    t.diagnostic(`${Math.round(grown / 1024)} KiB held`);
    assert.ok(grown < 8 * 2 ** 20, `${grown} bytes are held afterwards`);
    assert.ok(issuer.requestCount() <= 2, 'and the issuer is not asked for each');
  });

  test('a valid token from another network does not wait for all of them', async () => {
    const token = await issuer.sign(githubClaims({ aud: audience }));
    let underWay = flood;
    const flooding = forged.map(async (bad) => {
      await bring(bad, '203.0.113.9');
      underWay -= 1;
    });
    const good = await bring(token, '198.51.100.7', { agent: false });
    assert.equal(good.status, 201, good.text());
    assert.ok(underWay > 0, 'all others were answered first');
    await Promise.all(flooding);
  });
});

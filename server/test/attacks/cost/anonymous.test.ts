import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateKeyPair } from 'jose';
import {
  githubClaims,
  githubPipeline,
  type OidcIssuer,
  startOidcIssuer,
} from '../../../../lab/oidc-issuer.ts';
import { createPublisher, createTestApp, type TestApp } from '../../harness.ts';
import { type AnonymousRequest, anonymousRequests, type HostKind, targets } from './anonymous-requests.ts';
import { expensive } from './expensive.ts';
import { type Metered, startMetered } from './meter.ts';

/* No anonymous request may cost more than a millisecond of the main thread, unless it is listed with a reason. */

const limitUs = 1000;
/** A check takes about 60 µs on an idle machine. On a busy one, this many checks are the limit instead. */
const limitChecks = 16;
const atOnce = 16;
const rounds = 2;
const maxRounds = 12;

describe('requests without a key', () => {
  let service: Metered;
  let issuer: OidcIssuer;
  let app: TestApp;
  let requests: AnonymousRequest[];
  before(async () => {
    issuer = await startOidcIssuer();
    service = await startMetered({
      env: { SLIPWAY_OIDC_ISSUERS: issuer.issuer, SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' },
    });
    app = await createTestApp(service);
    const json = { ...githubPipeline, issuer: issuer.issuer };
    await service.api(`/v1/apps/${app.slug}/trusted-publishers`, { json });
    const { privateKey } = await generateKeyPair('RS256');
    const token = await issuer.sign(githubClaims({ aud: `http://localhost:${service.port}` }), {
      key: privateKey,
    });
    const publisher = createPublisher(service, app);
    const parts = targets.map((target) => ({
      ...{ target, bytes: Buffer.alloc(1000, target), signature: 's'.repeat(400) },
      ...{ format: '.AppImage', fileName: target === 'linux-x86_64' ? 'App.AppImage' : `${target}.AppImage` },
    }));
    let releaseId = '';
    for (let minor = 0; minor < 20; minor++)
      releaseId = await publisher.release({ version: `1.${minor}.0`, notes: '- fixed\n'.repeat(250) }, parts);
    const [asset = ''] = /\/assets\/[^"]+\.js/.exec((await service.api('/')).text()) ?? ['/assets/none.js'];
    requests = anonymousRequests({ slug: app.slug, releaseId, asset, token });
  });
  after(async () => {
    await service?.stop();
    await issuer?.stop();
  });

  const hostOf = (kind: HostKind, n: number): string =>
    ({
      app: `${app.slug}.localhost:${service.port}`,
      base: `localhost:${service.port}`,
      unknown: `host-${n}.example.com`,
    })[kind];

  let sent = 0;
  const send = async ({ method, host, path, body, headers = {} }: AnonymousRequest): Promise<void> => {
    const n = sent++;
    // Avoids the rate limits per network.
    const network = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    const { status } = await service.api(path(n), {
      ...{ key: '', method, host: hostOf(host, n), json: body },
      headers: { 'x-forwarded-for': network, 'user-agent': 'test', ...headers },
    });
    assert.ok(status < 500 || status === 503, `${method} ${path(n)}: ${status}`);
  };

  /** Main-thread microseconds per request, measured over many concurrent ones. */
  const costOf = async (request: AnonymousRequest): Promise<number> => {
    const before = service.ranMs();
    await Promise.all(Array.from({ length: atOnce }, () => send(request)));
    return ((service.ranMs() - before) * 1000) / atOnce;
  };

  /** The minimum of several measurements, to exclude garbage collection and CPU contention. */
  const leastCostOf = async (request: AnonymousRequest, check: AnonymousRequest) => {
    let [us, checkUs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const isOver = () => us > Math.max(limitUs, limitChecks * checkUs);
    for (let round = 0; round < rounds || (round < maxRounds && isOver()); round++) {
      checkUs = Math.min(checkUs, await costOf(check));
      us = Math.min(us, await costOf(request));
    }
    return { name: request.name, us, checks: us / checkUs, isOver: isOver() };
  };

  test('cost a millisecond of the main thread at most, or have a reason', async (t) => {
    const check = requests.find(({ name }) => name.startsWith('GET /releases/stable/linux/x86_64/0.1.0'));
    assert.ok(check);
    // Warms up the JIT compiler.
    for (const request of requests) await costOf(request);
    const costs = [];
    for (const request of requests) costs.push(await leastCostOf(request, check));
    const ranked = costs.toSorted((a, b) => b.us - a.us);
    for (const { name, us, checks } of ranked.slice(0, 10))
      t.diagnostic(`${Math.round(us)} µs, ${checks.toFixed(1)} checks: ${name}`);
    t.diagnostic(`${requests.length} requests`);
    const isListed = (name: string) => expensive.some(({ match }) => match?.test(name));
    const over = ranked.filter(({ name, isOver }) => isOver && !isListed(name));
    assert.deepEqual(over, []);
  });
});

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../lab/free-port.ts';
import { githubClaims, githubPipeline, type OidcIssuer, startOidcIssuer } from '../../../lab/oidc-issuer.ts';
import { createTestApp, makeFolder, type RunningChild, startChild, type TestApp } from '../harness.ts';
import { checkTokensOnce, readAudit } from './invariants.ts';
import { scaled } from './scale.ts';

/* The server is killed repeatedly during concurrent token exchanges: no token yields two keys. */

const rounds = scaled(4, 60);
const tokensARound = 12;
const audience = 'http://slipway.example.test';

describe('kill -9 while tokens are exchanged', () => {
  let folder = '';
  let issuer: OidcIssuer;
  before(async () => {
    [folder, issuer] = await Promise.all([makeFolder(), startOidcIssuer()]);
  });
  after(async () => {
    await issuer?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Issued secrets, and tokens whose responses may have been lost. */
  const handedOut = new Map<string, string>();
  const sentTokens: string[] = [];
  let app: TestApp;

  const exchange = async (service: RunningChild, token: string): Promise<void> => {
    const request = service.api('/v1/oidc/exchange', {
      key: '',
      json: { token, app: app.slug },
      agent: false,
    });
    const reply = await request.catch(() => undefined);
    if (reply?.status !== 201) return;
    assert.ok(!handedOut.has(token), 'a token was exchanged twice');
    handedOut.set(token, reply.json<{ secret: string }>().secret);
  };

  test(`${rounds} times: every issued key works, and no token yields two keys`, async (t) => {
    const port = String(await freePort());
    const env = { SLIPWAY_OIDC_ISSUERS: issuer.issuer, SLIPWAY_BASE_URL: audience, PORT: port };
    let made = 0;
    for (let round = 0; round <= rounds; round++) {
      const service = await startChild({ folder, env });
      if (round === 0) {
        app = await createTestApp(service);
        const json = { ...githubPipeline, issuer: issuer.issuer };
        await service.api(`/v1/apps/${app.slug}/trusted-publishers`, { json });
      }
      for (const secret of [...handedOut.values()].slice(-tokensARound))
        assert.equal((await service.api(`/v1/apps/${app.slug}`, { key: secret })).status, 200);
      for (const token of sentTokens.slice(-tokensARound)) await exchange(service, token);
      const audit = await readAudit({ ...service, site: service.site }, app);
      made = checkTokensOnce(audit);
      assert.ok(made >= handedOut.size, 'every key that was handed out is there');
      if (round === rounds) {
        await service.stop();
        break;
      }
      const tokens = await Promise.all(
        Array.from({ length: tokensARound }, (_, index) =>
          issuer.sign(githubClaims({ aud: audience, run_id: `${round}-${index}` })),
        ),
      );
      sentTokens.push(...tokens);
      const exchanges = tokens.flatMap((token) => [
        exchange(service, token),
        exchange(service, token),
        exchange(service, token),
      ]);
      await sleep(10 + Math.random() * 60);
      service.process.kill('SIGKILL');
      await Promise.allSettled(exchanges);
      await service.stop();
    }
    t.diagnostic(`${rounds} kills, ${sentTokens.length} tokens, ${made} keys`);
    assert.ok(made > 0);
  });
});

import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { githubClaims, githubPipeline, startOidcIssuer } from '../../../../lab/oidc-issuer.ts';
import { createTestApp, makeFolder, startService } from '../../harness.ts';
import { faultOf } from './stage.ts';

describe('keys of an issuer in a file', () => {
  test('nothing is fetched, and no other issuer is trusted', async (t) => {
    const signer = await startOidcIssuer();
    signer.break('away');
    const folder = await makeFolder();
    const file = join(folder, 'jwks=1.json');
    const issuer = 'https://git.corp.example/';
    await writeFile(file, JSON.stringify({ keys: signer.keys() }));
    const service = await startService({ env: { SLIPWAY_OIDC_ISSUERS: `${issuer}=file:${file}` } });
    t.after(async () => {
      await Promise.all([service.stop(), signer.stop()]);
      await rm(folder, { recursive: true });
    });
    const app = await createTestApp(service);
    const trust = (json: object) =>
      service.api(`/v1/apps/${app.slug}/trusted-publishers`, { key: app.key, json });
    assert.equal((await trust({ ...githubPipeline, issuer })).status, 201);
    assert.equal(faultOf(await trust(githubPipeline)), '409 issuer-not-pinned');
    const exchange = async (claims: object = {}) => {
      const aud = `http://localhost:${service.port}`;
      const token = await signer.sign(githubClaims({ iss: issuer, aud, ...claims }));
      return service.api('/v1/oidc/exchange', { key: '', json: { token, app: app.slug } });
    };
    assert.equal((await exchange()).status, 201);
    assert.equal(faultOf(await exchange({ iss: signer.issuer })), '401 token-rejected issuer-unknown');
    assert.equal(signer.requestCount(), 0);
  });

  test('without any issuer there is no trusted publishing', async (t) => {
    const service = await startService({ env: { SLIPWAY_OIDC_ISSUERS: '' } });
    t.after(() => service.stop());
    const app = await createTestApp(service);
    const reply = await service.api(`/v1/apps/${app.slug}/trusted-publishers`, {
      key: app.key,
      json: githubPipeline,
    });
    assert.equal(faultOf(reply), '409 issuer-not-pinned');
    assert.match(reply.text(), /none/);
  });
});

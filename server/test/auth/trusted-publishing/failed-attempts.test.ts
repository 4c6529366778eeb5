import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultOf, openStage, type Stage } from './stage.ts';

describe('who brings bad tokens', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1,::1' } });
    assert.equal((await stage.trust()).status, 201);
  });
  after(() => stage.stop());

  const exchangeFrom = (address: string, token: string) =>
    stage.service.api('/v1/oidc/exchange', {
      key: '',
      json: { token, app: stage.app.slug },
      headers: { 'x-forwarded-for': address },
    });

  test('is slowed down after 300 a minute, together with wrong keys, and a good token never', async () => {
    const bad = await stage.token({ aud: 'https://elsewhere.example' });
    const statuses = new Map<number, number>();
    for (let count = 0; count < 10; count++)
      for (const { status } of await Promise.all(
        Array.from({ length: 40 }, () => exchangeFrom('203.0.113.7', bad)),
      ))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    assert.ok((statuses.get(401) ?? 0) >= 300);
    assert.ok((statuses.get(429) ?? 0) > 0);
    // The bucket refills by five a second meanwhile.
    let last = await exchangeFrom('203.0.113.7', bad);
    while (last.status !== 429) last = await exchangeFrom('203.0.113.7', bad);
    assert.equal(faultOf(last), '429 too-many-requests');
    assert.ok(Number(last.headers['retry-after']) >= 1);
    assert.equal((await exchangeFrom('203.0.113.7', await stage.token())).status, 201);
    const foreign = await stage.token({ repository: 'else/where' });
    assert.equal(faultOf(await exchangeFrom('203.0.113.7', foreign)), '403 publisher-untrusted');
    assert.equal(faultOf(await exchangeFrom('203.0.113.8', bad)), '401 token-rejected audience');
    const wrong = await stage.service.api('/v1/apps', {
      key: `slw_pub_key_x_${'0'.repeat(38)}`,
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    assert.equal(wrong.status, 401, 'a malformed key is no guess');
  });
});

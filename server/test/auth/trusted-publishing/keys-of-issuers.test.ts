import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import type { IssuerFault } from '../../../../lab/oidc-issuer.ts';
import { waitUntil } from '../../../../lab/wait-until.ts';
import { createHeldClock } from '../../domain/world.ts';
import { faultOf, openStage, type Stage } from './stage.ts';

/* Uses a fake clock. */

describe('the keys of an issuer', () => {
  let stage: Stage;
  const clock = createHeldClock();
  before(async () => {
    stage = await openStage({ outside: { clock } });
    assert.equal((await stage.trust()).status, 201);
  });
  after(() => stage.stop());

  const seconds = (): number => Date.parse(clock.now()) / 1000;
  const token = (options?: Parameters<Stage['token']>[1]): Promise<string> =>
    stage.token({ iat: seconds(), nbf: seconds(), exp: seconds() + 300 }, options);
  const outcome = async (options?: Parameters<Stage['token']>[1]): Promise<string> => {
    const reply = await stage.exchange(await token(options));
    return reply.status === 201 ? '201' : faultOf(reply);
  };

  test('are fetched when a token names the issuer, then every ten minutes', async () => {
    assert.equal(stage.issuer.requestCount(), 0);
    for (let count = 0; count < 5; count++) assert.equal(await outcome(), '201');
    assert.equal(stage.issuer.requestCount(), 1);
    clock.advance(599);
    assert.equal(await outcome(), '201');
    assert.equal(stage.issuer.requestCount(), 1);
    clock.advance(1);
    assert.equal(await outcome(), '201');
    assert.equal(stage.issuer.requestCount(), 2);
  });

  test('a new key is found immediately; made-up key IDs cause one request a minute at most', async () => {
    clock.advance(60);
    const requestsBefore = stage.issuer.requestCount();
    await stage.issuer.rotate();
    assert.equal(await outcome(), '201');
    assert.equal(stage.issuer.requestCount(), requestsBefore + 1);
    for (let count = 0; count < 50; count++)
      assert.equal(await outcome({ header: { kid: `made-up-${count}` } }), '401 token-rejected signature');
    assert.equal(stage.issuer.requestCount(), requestsBefore + 1);
    clock.advance(59);
    assert.equal(await outcome({ header: { kid: 'made-up' } }), '401 token-rejected signature');
    assert.equal(stage.issuer.requestCount(), requestsBefore + 1);
    clock.advance(1);
    await Promise.all(Array.from({ length: 10 }, (_, i) => outcome({ header: { kid: `at-once-${i}` } })));
    assert.equal(stage.issuer.requestCount(), requestsBefore + 2);
  });

  test('a new key of an unavailable issuer returns 503 instead of rejecting the token', async () => {
    clock.advance(60);
    stage.issuer.break('away');
    await stage.issuer.rotate();
    assert.equal(await outcome(), '503 issuer-unavailable');
    stage.issuer.break();
    assert.equal(await outcome(), '503 issuer-unavailable', 'it is not asked again so soon');
    clock.advance(60);
    assert.equal(await outcome(), '201');
    assert.equal(await outcome({ header: { kid: 'made-up' } }), '401 token-rejected signature');
  });

  test('remain valid for an hour while the issuer is unavailable', async () => {
    stage.issuer.break('away');
    clock.advance(3599);
    assert.equal(await outcome(), '201');
    clock.advance(1);
    assert.equal(await outcome(), '503 issuer-unavailable');
    const reply = await stage.exchange(await token());
    assert.equal(reply.headers['retry-after'], '60');
    stage.issuer.break();
    assert.equal(await outcome(), '503 issuer-unavailable', 'it is not asked again so soon');
    clock.advance(60);
    assert.equal(await outcome(), '201');
  });

  const breakages: IssuerFault[] = ['huge', 'redirecting', 'another', 'no-json', 'failing', 'slow'];
  for (const how of breakages)
    test(`an issuer that is ${how} is unavailable, and its response is ignored`, async () => {
      const { length } = stage.service.logs;
      stage.issuer.break(how);
      clock.advance(3601);
      assert.equal(await outcome(), '503 issuer-unavailable');
      await waitUntil('it is in the log', () =>
        stage.service.logs.slice(length).some((line) => /issuer-unavailable/.test(line)),
      );
      stage.issuer.break();
      clock.advance(60);
      assert.equal(await outcome(), '201');
    });

  test('secret keys and keys without an ID are ignored; all public-key algorithms work', async () => {
    const secret = Buffer.alloc(32, 7);
    stage.issuer.publish({ kty: 'oct', k: secret.toString('base64url'), kid: 'secret', alg: 'HS256' });
    const nameless = await generateKeyPair('RS256');
    stage.issuer.publish(await exportJWK(nameless.publicKey));
    const forEncryption = await generateKeyPair('RS256');
    stage.issuer.publish({ ...(await exportJWK(forEncryption.publicKey)), kid: 'enc', use: 'enc' });
    stage.issuer.publish({ kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: 'no key' });
    // Names that every object inherits.
    for (const kty of ['constructor', '__proto__', 'toString']) stage.issuer.publish({ kty, kid: kty });
    stage.issuer.publish({ kty: 'EC', crv: 'P-256', x: '!', y: '?', kid: 'no point' });
    const good = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];
    const pairs = await Promise.all(good.map((alg) => generateKeyPair(alg)));
    for (const [i, { publicKey }] of pairs.entries())
      stage.issuer.publish({ ...(await exportJWK(publicKey)), kid: `of-${good[i]}` });
    clock.advance(600);
    assert.equal(
      await outcome({ header: { kid: 'secret', alg: 'HS256' }, key: secret }),
      '401 token-rejected signature',
    );
    assert.equal(
      await outcome({ header: { kid: undefined }, key: nameless.privateKey }),
      '401 token-rejected signature',
    );
    assert.equal(
      await outcome({ header: { kid: 'enc' }, key: forEncryption.privateKey }),
      '401 token-rejected signature',
    );
    assert.equal(await outcome({ header: { kid: 'no key' } }), '401 token-rejected signature');
    const { privateKey: curve } = await generateKeyPair('ES256');
    const noPoint = { header: { kid: 'no point', alg: 'ES256' }, key: curve };
    assert.equal(await outcome(noPoint), '401 token-rejected signature');
    for (const [i, { privateKey }] of pairs.entries()) {
      const alg = good[i] ?? '';
      assert.equal(await outcome({ header: { kid: `of-${alg}`, alg }, key: privateKey }), '201', alg);
    }
  });

  test('a token is valid from 30 seconds before to 30 seconds after its times', async () => {
    const at = async (claims: Record<string, number>): Promise<string> => {
      const reply = await stage.exchange(await stage.token(claims));
      return reply.status === 201 ? '201' : faultOf(reply);
    };
    const now = seconds();
    assert.equal(await at({ iat: now - 300, nbf: now - 300, exp: now - 29 }), '201');
    assert.equal(await at({ iat: now - 300, nbf: now - 300, exp: now - 30 }), '401 token-rejected expired');
    assert.equal(await at({ iat: now + 30, nbf: now, exp: now + 60 }), '201');
    assert.equal(await at({ iat: now + 31, nbf: now, exp: now + 60 }), '401 token-rejected not-yet-valid');
    assert.equal(await at({ iat: now, nbf: now + 30, exp: now + 60 }), '201');
    assert.equal(await at({ iat: now, nbf: now + 31, exp: now + 60 }), '401 token-rejected not-yet-valid');
    assert.equal(await at({ iat: now, nbf: now, exp: now + 86_400 }), '201');
    assert.equal(await at({ iat: now, nbf: now, exp: now + 86_401 }), '401 token-rejected malformed');
  });
});

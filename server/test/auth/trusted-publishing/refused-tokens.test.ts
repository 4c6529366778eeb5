import assert from 'node:assert/strict';
import { createHash, createPublicKey } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { createTestApp } from '../../harness.ts';
import { faultOf, openStage, type Stage } from './stage.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('rejected tokens', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    assert.equal((await stage.trust()).status, 201);
  });
  after(() => stage.stop());

  const refused = async (token: string | Promise<string>, expected: string): Promise<void> => {
    const reply = await stage.exchange(await token);
    assert.equal(faultOf(reply), expected, reply.text());
  };
  const rejected = (token: string | Promise<string>, code: string): Promise<void> =>
    refused(token, `401 token-rejected ${code}`);
  const now = (): number => Math.floor(Date.now() / 1000);

  test('for another audience, for several, for none', async () => {
    await rejected(stage.token({ aud: 'https://releases.example.com' }), 'audience');
    await rejected(stage.token({ aud: `${stage.audience}/` }), 'audience');
    await rejected(stage.token({ aud: [stage.audience] }), 'audience');
    await rejected(stage.token({ aud: [stage.audience, 'https://releases.example.com'] }), 'audience');
    await rejected(stage.token({ aud: undefined }), 'audience');
  });

  test('that are expired, not yet valid, or valid for too long', async () => {
    await rejected(stage.token({ iat: now() - 600, nbf: now() - 600, exp: now() - 60 }), 'expired');
    await rejected(stage.token({ nbf: now() + 60 }), 'not-yet-valid');
    await rejected(stage.token({ iat: now() + 60, exp: now() + 90 }), 'not-yet-valid');
    await rejected(stage.token({ exp: now() + 24 * 3600 + 60 }), 'malformed');
    for (const broken of [
      { exp: undefined },
      { iat: undefined },
      { exp: '99999999999' },
      { nbf: 'now' },
      { exp: 1e300 },
    ])
      await rejected(stage.token(broken), 'malformed');
  });

  test('of an issuer that is not pinned, however similar', async () => {
    const { issuer } = stage.issuer;
    for (const iss of [
      'https://evil.example',
      `${issuer}/`,
      issuer.toUpperCase(),
      'toString',
      '',
      7,
      undefined,
      [issuer],
    ])
      await rejected(stage.token({ iss }), 'issuer-unknown');
  });

  test('signed with another key, with none, or with the public key as a secret', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    await rejected(stage.token({}, { key: privateKey }), 'signature');
    const [head = '', payload = '', signature = ''] = (await stage.token()).split('.');
    await rejected(`${head}.${payload}.${signature.slice(0, -8)}AAAAAAAA`, 'signature');
    await rejected(`${part({ alg: 'none' })}.${payload}.`, 'malformed');
    await rejected(`${part({ alg: 'none', kid: stage.issuer.keys()[0]?.kid })}.${payload}.AAAA`, 'signature');
    const [publishedKey] = stage.issuer.keys();
    const pem = createPublicKey({ key: publishedKey as JWK, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    for (const secret of [pem.toString(), JSON.stringify(publishedKey), String(publishedKey?.n)])
      await rejected(
        stage.token({}, { header: { alg: 'HS256' }, key: Buffer.from(secret.padEnd(32, ' ')) }),
        'signature',
      );
  });

  test('that name their own key or none', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'mine' };
    const requestsBefore = stage.issuer.requestCount();
    const elsewhere = `${stage.issuer.issuer}/keys`;
    for (const header of [
      { jwk },
      { jwk, kid: 'mine' },
      { jku: elsewhere, kid: 'mine' },
      { x5u: elsewhere, kid: 'mine' },
      { kid: undefined },
      { kid: '' },
      { kid: '__proto__' },
    ])
      await rejected(stage.token({}, { header, key: privateKey }), 'signature');
    assert.ok(
      stage.issuer.requestCount() - requestsBefore <= 1,
      'an unknown name is asked for once a minute at most',
    );
  });

  test('with an algorithm that does not match the key, or an unknown critical header', async () => {
    const { privateKey } = await generateKeyPair('RS512');
    await rejected(stage.token({}, { header: { alg: 'RS512' }, key: privateKey }), 'signature');
    const { privateKey: small } = await generateKeyPair('ES256');
    await rejected(stage.token({}, { header: { alg: 'ES256' }, key: small }), 'signature');
    const [, payload = '', signature = ''] = (await stage.token()).split('.');
    const kid = stage.issuer.keys()[0]?.kid;
    await rejected(
      `${part({ alg: 'RS256', kid, crit: ['exp'], exp: 1 })}.${payload}.${signature}`,
      'malformed',
    );
  });

  test('that are malformed', async () => {
    for (const text of [
      'x',
      'a.b',
      'a.b.c',
      '..',
      'a.b.c.d',
      `${part([])}.${part({})}.AA`,
      `${part({})}.${part(null)}.AA`,
      ' ',
      'é.é.é',
    ])
      await rejected(text, 'malformed');
    await refused('a'.repeat(16 * 1024 + 1), '400 invalid-fields maxLength');
    await rejected('a'.repeat(16 * 1024), 'malformed');
  });

  test('that were exchanged before, with a jti and without', async () => {
    const token = await stage.token();
    assert.equal((await stage.exchange(token)).status, 201);
    await rejected(token, 'replayed');
    // The same run requests another token and gets it.
    const jti = `run-${createHash('sha256').update(token).digest('hex')}`;
    assert.equal((await stage.exchange(await stage.token({ jti }))).status, 201);
    await rejected(stage.token({ jti, run_attempt: '2' }), 'replayed');
    const without = await stage.token({ jti: undefined });
    assert.equal((await stage.exchange(without)).status, 201);
    await rejected(without, 'replayed');
  });

  test('a token is valid for one key of one app', async () => {
    const other = await createTestApp(stage.service);
    assert.equal((await stage.trust({}, other)).status, 201);
    const token = await stage.token();
    assert.equal((await stage.exchange(token)).status, 201);
    const again = await stage.exchange(token, other.slug);
    assert.equal(faultOf(again), '401 token-rejected replayed');
  });

  test('an unknown app and a foreign token get the same response', async () => {
    const bare = await createTestApp(stage.service);
    const foreign = {
      repository: 'evil/app',
      repository_id: '6',
      workflow_ref: 'evil/app/.github/workflows/release.yml@refs/heads/main',
    };
    const answers = [
      await stage.exchange(await stage.token(), 'no-such-app'),
      await stage.exchange(await stage.token(), bare.slug),
      await stage.exchange(await stage.token(foreign)),
      await stage.exchange(await stage.token(foreign), 'no-such-app'),
      await stage.exchange(await stage.token({ repository: undefined })),
    ];
    for (const reply of answers) assert.equal(faultOf(reply), '403 publisher-untrusted');
    assert.equal(new Set(answers.map((reply) => reply.text())).size, 1, 'byte for byte');
  });
});

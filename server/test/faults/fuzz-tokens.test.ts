import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { testSeed } from '../../../lab/test-seed.ts';
import { Refusal } from '../../src/domain/model/errors.ts';
import { parseIdToken, requireValidClaims, tokenIdOf } from '../../src/domain/model/id-token.ts';
import type { Issuers } from '../../src/domain/ports/issuers.ts';
import { openIssuers } from '../../src/drivers/oidc.ts';
import { systemClock } from '../../src/drivers/system.ts';
import { makeFolder } from '../harness.ts';
import { scaled } from './scale.ts';

/*
 * Randomly mutated tokens, from a seed that a failure prints. Only the signed content is accepted, and everything else
 * is rejected cleanly.
 */

const count = scaled(300_000, 5_000_000);
const issuer = 'https://issuer.example';

const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('random tokens', () => {
  let folder = '';
  let issuers: Issuers;
  const good: string[] = [];
  before(async () => {
    folder = await makeFolder();
    const algorithms = ['RS256', 'ES256', 'EdDSA'];
    const pairs = await Promise.all(algorithms.map((alg) => generateKeyPair(alg)));
    const keys = await Promise.all(
      pairs.map(async ({ publicKey }, i) => ({ ...(await exportJWK(publicKey)), kid: algorithms[i] })),
    );
    const file = join(folder, 'jwks.json');
    await writeFile(file, JSON.stringify({ keys }));
    issuers = openIssuers({ issuers: [{ issuer, file }], clock: systemClock });
    for (const [i, { privateKey }] of pairs.entries()) {
      const alg = algorithms[i] ?? '';
      const claims = { iss: issuer, aud: 'https://a.example', sub: 'x', iat: 50, exp: 1000, jti: alg };
      good.push(await new SignJWT(claims).setProtectedHeader({ alg, kid: alg }).sign(privateKey));
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const letters = [...'ABCabc019-_.= \u0000é', 'eyJ', 'null', '{}'];
  const headers = (random: () => number): unknown => {
    const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
    const alg = pick(['RS256', 'ES256', 'EdDSA', 'HS256', 'none', 'RS1', '', 5, null, ['RS256']]);
    const kid = pick(['RS256', 'ES256', 'EdDSA', 'x', '', undefined, '__proto__', {}, 7]);
    const more = pick([
      {},
      { crit: ['b64'], b64: false },
      { jku: issuer },
      { jwk: { kty: 'oct', k: 'AA' } },
      { zip: 'DEF' },
    ]);
    return { alg, kid, ...more };
  };

  const change = (token: string, random: () => number): string => {
    const at = Math.floor(random() * token.length);
    const letter = letters[Math.floor(random() * letters.length)] ?? '';
    const parts = token.split('.');
    const ways = [
      () => token.slice(0, at) + letter + token.slice(at + 1),
      () => token.slice(0, at),
      () => token.slice(0, at) + letter + token.slice(at),
      () => parts.toReversed().join('.'),
      () => [encode(headers(random)), parts[1], parts[2]].join('.'),
      () => [parts[0], good[Math.floor(random() * good.length)]?.split('.')[1], parts[2]].join('.'),
      () => [parts[0], parts[1], good[Math.floor(random() * good.length)]?.split('.')[2]].join('.'),
      () =>
        [
          parts[0],
          encode({ iss: issuer, aud: 'https://a.example', iat: 50, exp: 1000, sub: random() }),
          parts[2],
        ].join('.'),
      () => letter.repeat(Math.floor(random() * 40)),
    ];
    return ways[Math.floor(random() * ways.length)]?.() ?? token;
  };

  /** The signed content of a valid token: some algorithms allow several encodings of a signature. */
  const signed = (token: string): string => token.slice(0, token.lastIndexOf('.'));

  const isAccepted = async (token: string): Promise<boolean> => {
    try {
      const { claims } = parseIdToken(token);
      requireValidClaims(claims, { audience: 'https://a.example', nowSeconds: 100 });
      tokenIdOf(token, await issuers.verify(token));
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'token-rejected') return false;
      throw error;
    }
  };

  test(`${count} tokens: only signed ones are accepted`, async (t) => {
    const seed = testSeed(20260104);
    t.diagnostic(`seed ${seed}`);
    const random = createRandom(seed);
    const taken = new Set(good.map(signed));
    for (const token of good) assert.ok(await isAccepted(token), 'what was signed is good');
    for (let i = 0; i < count; i++) {
      const token = change(good[i % good.length] ?? '', random);
      try {
        if (await isAccepted(token)) assert.ok(taken.has(signed(token)), 'nobody signed this');
      } catch (error) {
        throw new Error(`seed ${seed}, token ${i}: ${token.slice(0, 300)}`, { cause: error });
      }
    }
  });
});

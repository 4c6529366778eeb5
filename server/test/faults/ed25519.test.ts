import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSeed } from '../../../lab/test-seed.ts';
import { byOpenssl, byPieces, ed25519Cases } from '../domain/signatures/ed25519-cases.ts';
import { scaled } from './scale.ts';

const count = scaled(10_000, 100_000);

test(`Ed25519 verification in chunks agrees with OpenSSL: ${count} cases`, (t) => {
  const seed = testSeed(20260103);
  t.diagnostic(`seed ${seed}`);
  const outcomes = { valid: 0, refused: 0 };
  for (const one of ed25519Cases(count, seed)) {
    const isRight = byPieces(one);
    assert.equal(isRight, byOpenssl(one), `${one.what}: ${JSON.stringify(one)}`);
    outcomes[isRight ? 'valid' : 'refused'] += 1;
  }
  t.diagnostic(JSON.stringify(outcomes));
});

import assert from 'node:assert/strict';
import test from 'node:test';
import type { Fetch, FetchResponse } from '@slipway/api';
import { Failure } from '../src/errors/failure.ts';
import type { Identity } from '../src/identity/identity.ts';
import { createKeyExchanger } from '../src/identity/key-exchanger.ts';

/* Tests the lifetime of an exchanged key with a fake clock. */

const answer = (status: number, body: unknown): FetchResponse => ({
  status,
  headers: { get: () => null },
  text: async () => JSON.stringify(body),
});

const at = { url: 'https://releases.example.com', app: 'acme' };

const createFixture = ({ renews: isRenewable = true, ttlSeconds = 1800 } = {}) => {
  const state = { exchanges: 0, keys: [] as string[], refused: new Set<string>(), lost: 0 };
  let ms = 0;
  const fetch: Fetch = async (url, { headers, body }) => {
    if (!url.endsWith('/v1/oidc/exchange')) {
      const key = headers.authorization?.replace('Bearer ', '') ?? '';
      state.keys.push(key);
      return state.refused.has(key) ? answer(401, { code: 'unauthorized', detail: '' }) : answer(200, {});
    }
    state.exchanges += 1;
    if (state.lost-- > 0) throw new Failure('lost', { exit: 4, code: 'unreachable' });
    const createdAt = '2026-01-01T00:00:00.000Z';
    const expiresAt = new Date(Date.parse(createdAt) + ttlSeconds * 1000).toISOString();
    return answer(201, {
      key: { createdAt, expiresAt },
      secret: `key ${state.exchanges} of ${JSON.parse(body ?? '{}').token}`,
    });
  };
  let tokens = 0;
  const identity: Identity = { kind: 'github', isRenewable, token: async () => `token ${++tokens}` };
  const exchanging = createKeyExchanger({
    identity,
    env: {},
    fetch,
    write: () => assert.fail('masked'),
    nowMs: () => ms,
  });
  const call = exchanging.fetchFor(at);
  return {
    state,
    call: () => call('https://releases.example.com/v1/apps/acme', { method: 'GET', headers: {} }),
    advance: (seconds: number) => {
      ms += seconds * 1000;
    },
  };
};

test('one key serves many calls, until two minutes before it expires', async () => {
  const { state, call, advance } = createFixture();
  await Promise.all(Array.from({ length: 20 }, call));
  assert.equal(state.exchanges, 1);
  advance(1800 - 120);
  await call();
  assert.equal(state.exchanges, 1);
  advance(1);
  await Promise.all(Array.from({ length: 20 }, call));
  assert.equal(state.exchanges, 2);
  assert.equal(state.keys.at(-1), 'key 2 of token 2');
});

test('a rejected key is renewed once', async () => {
  const { state, call } = createFixture();
  await call();
  state.refused.add('key 1 of token 1');
  assert.equal((await call()).status, 200);
  assert.equal(state.exchanges, 2);
  state.refused.add('key 2 of token 2').add('key 3 of token 3');
  assert.equal((await call()).status, 401);
  assert.equal(state.exchanges, 3);
});

test('a lost response uses up a token, and another one is tried', async () => {
  const { state, call } = createFixture();
  state.lost = 2;
  await call();
  assert.equal(state.exchanges, 3);
  assert.equal(state.keys[0], 'key 3 of token 3');
});

test('with a single token, its key is used until it expires', async () => {
  const { state, call, advance } = createFixture({ renews: false, ttlSeconds: 300 });
  await call();
  advance(299);
  await call();
  state.refused.add('key 1 of token 1');
  assert.equal((await call()).status, 401);
  assert.equal(state.exchanges, 1);
  const lossy = createFixture({ renews: false });
  lossy.state.lost = 1;
  await assert.rejects(lossy.call());
  assert.equal(lossy.state.exchanges, 1);
});

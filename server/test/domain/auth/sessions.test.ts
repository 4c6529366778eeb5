import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { createAuthentication } from '../../../src/domain/auth/authenticate.ts';
import { createSessionAuth } from '../../../src/domain/auth/sessions.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { createHosts } from '../../../src/domain/model/host.ts';
import { createUnitOfWork } from '../../../src/domain/unit-of-work.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createSessionCookie } from '../../../src/http/auth/session-cookie.ts';
import { admin, createWorld } from '../world.ts';

const hour = 3600;

/** The domain with an app, one of its keys, and a user to sign in. */
const createStage = async ({ expiresIn }: { expiresIn?: number } = {}) => {
  const { store, clock, appAdmin, housekeeping, callsOf } = createWorld();
  const authentication = createAuthentication({ store, clock, ids: randomIds, adminKey: undefined });
  const { inTransaction } = createUnitOfWork({ store, clock, settled: async () => undefined });
  const sessionAuth = createSessionAuth({ store, clock, ids: randomIds, authentication, inTransaction });
  await appAdmin.createApp({ slug: 'hello' }, admin);
  const { secret } = await appAdmin.createKey(
    { app: 'hello', actor: admin },
    { name: 'laptop', ...(expiresIn === undefined ? {} : { expiresAt: clock.in(expiresIn) }) },
  );
  const adminKey =
    (await authentication.ensureAdminKey(async () => ({ discard: async () => undefined }))) ?? '';
  const isOpen = (session: string): Promise<boolean> =>
    sessionAuth.authenticateSession(session).then(
      () => true,
      (error: { code?: string }) => {
        assert.equal(error.code, 'unauthorized');
        return false;
      },
    );
  const open = async (key: string, stay = false) => (await sessionAuth.signIn(key, { stay })).secret;
  const lookupCount = () => callsOf('findSession');
  return {
    store,
    clock,
    authentication,
    sessionAuth,
    housekeeping,
    key: secret,
    adminKey,
    isOpen,
    open,
    lookupCount,
  };
};

describe('sessions', () => {
  test('last 12 hours, 7 days if the user stays signed in, and never longer than their key', async () => {
    const { clock, key, isOpen, open } = await createStage({ expiresIn: 100 * hour });
    const [short, long] = [await open(key), await open(key, true)];
    clock.advance(12 * hour - 1);
    assert.deepEqual([await isOpen(short), await isOpen(long)], [true, true]);
    clock.advance(1);
    assert.deepEqual([await isOpen(short), await isOpen(long)], [false, true], 'being used changes nothing');
    clock.advance(88 * hour - 1);
    assert.equal(await isOpen(long), true);
    clock.advance(1);
    assert.equal(await isOpen(long), false);
  });

  test('of a key without an expiry last exactly 7 days if the user stays signed in', async () => {
    const { clock, key, adminKey, isOpen, open } = await createStage();
    const [own, admins] = [await open(key, true), await open(adminKey, true)];
    clock.advance(7 * 24 * hour - 1);
    assert.deepEqual([await isOpen(own), await isOpen(admins)], [true, true]);
    clock.advance(1);
    assert.deepEqual([await isOpen(own), await isOpen(admins)], [false, false]);
  });

  test('of the admin end when the admin key is reset; others continue', async () => {
    const { authentication, store, clock, key, adminKey, isOpen, open } = await createStage();
    const [own, admins] = [await open(key), await open(adminKey)];
    const next = await authentication.resetAdminKey();
    assert.deepEqual([await isOpen(own), await isOpen(admins)], [true, false]);
    assert.equal((await store.listSessions(clock.now())).length, 1, 'it is gone, not merely refused');
    assert.equal(await isOpen(await open(next)), true);
  });

  test('their last use is stored with one write, and expired ones are deleted', async () => {
    const { store, clock, sessionAuth, housekeeping, key, isOpen, open } = await createStage();
    const session = await open(key);
    clock.advance(60);
    await isOpen(session);
    await sessionAuth.flushLastUsed();
    const [listed] = await store.listSessions(clock.now());
    assert.equal(listed?.usedAt, clock.now());
    assert.equal(await housekeeping.deleteOldSessions(), 0);
    clock.advance(12 * hour);
    assert.equal(await housekeeping.deleteOldSessions(), 1);
  });

  test('of one key are limited: one more ends the oldest', async () => {
    const { clock, key, isOpen, open } = await createStage();
    const first = await open(key);
    for (let i = 1; i < bounds.sessionsOfKey; i++) {
      clock.advance(1);
      await open(key);
    }
    assert.equal(await isOpen(first), true);
    clock.advance(1);
    const last = await open(key);
    assert.deepEqual([await isOpen(first), await isOpen(last)], [false, true]);
  });

  test('malformed secrets are not looked up', async () => {
    const { isOpen, lookupCount } = await createStage();
    const before = lookupCount();
    for (const text of ['', 'x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}-`, 'x'.repeat(10_000)])
      assert.equal(await isOpen(text), false);
    assert.equal(lookupCount(), before);
  });
});

describe('the session cookie', () => {
  const cookieOf = (baseUrl: string) => {
    const hosts = createHosts({ baseUrl, uploadUrl: baseUrl, publicUrl: 'https://{slug}.example.com' });
    return createSessionCookie({ baseUrl, hosts, sites: { isDashboard: () => true } });
  };
  const requestWith = (headers: Record<string, string>) =>
    ({ headers: { 'x-slipway-session': '1', ...headers } }) as unknown as IncomingMessage;

  test('cannot be set by a sibling host over HTTPS', () => {
    const { set, clear, find } = cookieOf('https://updates.example.com');
    const attributes = 'Path=/; HttpOnly; SameSite=Strict; Secure';
    assert.equal(set('abc', undefined), `__Host-slipway=abc; ${attributes}`);
    assert.equal(set('abc', 60), `__Host-slipway=abc; ${attributes}; Max-Age=60`);
    assert.equal(clear(), `__Host-slipway=; ${attributes}; Max-Age=0`);
    assert.equal(find(requestWith({ cookie: 'slipway-443=x; __Host-slipway=abc' })), 'abc');
    assert.equal(find(requestWith({ cookie: 'slipway-443=x; __host-slipway=abc; slipway=y' })), undefined);
    assert.equal(find(requestWith({ cookie: 'a=b;\t __Host-slipway =\tabc ' })), 'abc');
    // Bytes as Node returns them. Browsers let a sibling host set such a name, since it does not start with the prefix.
    for (const space of ['\u00a0', '\u0085', '\u00a0\u00a0', ' \u00a0', '\u000b', '\u000c', '\ufeff']) {
      assert.equal(find(requestWith({ cookie: `${space}__Host-slipway=planted` })), undefined);
      assert.equal(
        find(requestWith({ cookie: `${space}__Host-slipway=planted; __Host-slipway=abc` })),
        'abc',
      );
    }
  });

  test('is found in linear time in a header full of blanks', () => {
    const { find } = cookieOf('https://updates.example.com');
    const cookie = `a${' \t'.repeat(7_500)}b=c`;
    const before = process.cpuUsage();
    for (let time = 0; time < 10; time++) assert.equal(find(requestWith({ cookie })), undefined);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 200_000, `${user + system} microseconds`);
  });

  test('has the port in its name over HTTP', () => {
    assert.match(
      cookieOf('http://updates.lan:8080').set('abc', undefined),
      /^slipway-8080=abc; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    assert.match(cookieOf('http://updates.lan').set('abc', undefined), /^slipway-80=abc;/);
  });

  test('is accepted from its own origin only; loopback names match only a loopback base URL', () => {
    const own = { cookie: '__Host-slipway=abc' };
    const { find } = cookieOf('https://updates.example.com');
    assert.equal(find(requestWith({ ...own, origin: 'https://updates.example.com' })), 'abc');
    for (const origin of [
      ...['https://app.example.com', 'http://updates.example.com', 'https://updates.example.com:8443'],
      ...['https://localhost', 'https://updates.example.com.evil', 'null', 'https://'],
    ])
      assert.equal(find(requestWith({ ...own, origin })), undefined, origin);
    const local = cookieOf('http://127.0.0.1:8080');
    const header = { cookie: 'slipway-8080=abc' };
    assert.equal(local.find(requestWith({ ...header, origin: 'http://localhost:8080' })), 'abc');
    assert.equal(local.find(requestWith({ ...header, origin: 'http://localhost:8081' })), undefined);
  });
});

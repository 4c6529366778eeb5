import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Key, KeyCreation } from '@slipway/api';
import { eventually } from '../../lab/until.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { strangerAddress, unique, type World } from '../world.ts';

/** Decisions: what keys look like, how long they are good, and the one answer to all that are not. */
export const keysSection = (world: World): void => {
  const createKey = async (slug: string, body: Partial<KeyCreation> = {}) => {
    const made = await world.admin().createKey(slug, { name: 'ci', ...body });
    world.secrets.add(made.secret);
    return made;
  };
  const read = (slug: string, key?: string) =>
    world.call({
      path: `/v1/apps/${slug}`,
      from: strangerAddress(),
      ...(key === undefined ? {} : { key }),
    });
  /** The very next request: sooner than 1 s here and 5 s on another node, however long a second is on this machine. */
  const refusedNext = async (slug: string, key: string) => {
    for (const _ of world.deployed().nodes) assertProblem(await read(slug, key), 401, 'unauthorized');
  };

  describe('Keys', () => {
    test('201 with the key and its secret, which is shown once', async () => {
      const { slug } = await createPublisher(world);
      const path = `/v1/apps/${slug}/keys`;
      const key = world.deployed().adminKey;
      const answer = await world.call({ method: 'POST', path, key, body: { name: 'ci' } });
      assert.equal(answer.status, 201);
      const made = answer.json<{ key: Record<string, unknown>; secret: string }>();
      assert.deepEqual(Object.keys(made), ['key', 'secret']);
      world.secrets.add(made.secret);
      assert.equal(made.key.name, 'ci');
      assert.equal(made.key.expiresAt, null);
      const listed = await world.call({ path, key });
      assert.ok(!listed.text.includes(made.secret));
      assert.ok(!listed.text.includes(made.secret.slice(-38)));
      const { keys } = listed.json<{ keys: { id: string }[] }>();
      assert.ok(keys.some(({ id }) => id === made.key.id));
    });

    test('slw_pub_<key id>_<32 base62><6 base62>', async () => {
      const { slug } = await createPublisher(world);
      const { key, secret } = await createKey(slug);
      assert.match(key.id, /^key_[A-Za-z0-9]{22,}$/);
      assert.match(secret, /^slw_pub_[A-Za-z0-9_]+_[A-Za-z0-9]{38}$/);
      assert.ok(secret.includes(key.id.slice('key_'.length)), 'the id is in it');
    });

    test('the scopes are publish and read by default', async () => {
      const { slug } = await createPublisher(world);
      assert.deepEqual([...(await createKey(slug)).key.scopes].sort(), ['publish', 'read']);
    });

    test('a name is required, scopes are of the list, expiresAt is a date-time', async () => {
      const { call } = await createPublisher(world);
      assertInvalid(await call('POST', '/keys', {}), 'name');
      const wrong = [{ scopes: ['admin'] }, { scopes: 'read' }, { scopes: [] }];
      for (const body of wrong) assertProblem(await call('POST', '/keys', { name: 'x', ...body }), 400);
      assertInvalid(await call('POST', '/keys', { name: 'x', expiresAt: 'never' }), 'expiresAt');
    });

    test('null for what is optional means that it is not given', async () => {
      const { slug } = await createPublisher(world);
      const { key } = await createKey(slug, { scopes: null, expiresAt: null });
      assert.deepEqual([[...key.scopes].sort(), key.expiresAt], [['publish', 'read'], null]);
    });

    test('a key grants nothing that lasts longer than itself', async () => {
      const { slug, call } = await createPublisher(world);
      const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      const maker = await createKey(slug, { scopes: ['manage', 'read'], expiresAt: at(2) });
      const make = (body: object) =>
        world.call({
          method: 'POST',
          path: `/v1/apps/${slug}/keys`,
          key: maker.secret,
          body: { name: 'made', scopes: ['read'], ...body },
        });
      for (const body of [{}, { expiresAt: null }]) {
        const made = await make(body);
        assert.equal(made.status, 201, made.text);
        assert.equal(made.json<{ key: Key }>().key.expiresAt, maker.key.expiresAt, 'as long as its maker');
      }
      const shorter = at(1);
      assert.equal((await make({ expiresAt: shorter })).json<{ key: Key }>().key.expiresAt, shorter);
      const { expiresAt } = maker.key;
      assert.equal((await make({ expiresAt })).status, 201, 'just as long');
      const longer = assertProblem(await make({ expiresAt: at(3) }), 403, 'scope-missing');
      assert.ok(longer.detail.includes(String(expiresAt)), longer.detail);
      const lasting = await createKey(slug, { scopes: ['manage', 'read'] });
      const answer = await world.call({
        method: 'POST',
        path: `/v1/apps/${slug}/keys`,
        key: lasting.secret,
        body: { name: 'made', scopes: ['read'] },
      });
      assert.equal(answer.json<{ key: Key }>().key.expiresAt, null);
      assert.equal((await call('POST', '/keys', { name: 'made', expiresAt: at(9) })).status, 201);
    });

    test('200 live ones an app: one more is 409, until one is revoked', async () => {
      const app = await createPublisher(world);
      const create = () => app.call('POST', '/keys', { name: 'one of many' });
      // The publisher's own is the first.
      const made = await Promise.all(Array.from({ length: 199 }, create));
      assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
      assertProblem(await create(), 409, 'limit-reached');
      const { id } = made[0]?.json<{ key: Key }>().key ?? {};
      assert.equal((await app.call('DELETE', `/keys/${id}`)).status, 204);
      assert.equal((await create()).status, 201);
    });

    test('lastUsedAt is kept', async () => {
      const app = await createPublisher(world);
      const { key, secret } = await createKey(app.slug);
      assert.equal(key.lastUsedAt, null);
      const before = Date.now();
      assert.equal((await read(app.slug, secret)).status, 200);
      await eventually(async () => {
        const { keys } = await app.client.listKeys(app.slug);
        const used = keys.find(({ id }) => id === key.id)?.lastUsedAt;
        assert.ok(Date.parse(String(used)) >= before - 1000, String(used));
      });
    });

    test('missing, malformed, unknown, foreign to itself, expired, revoked: one identical 401', async () => {
      const { slug, client } = await createPublisher(world);
      const { secret } = await createKey(slug);
      const makeExpiring = (seconds: number) =>
        createKey(slug, { expiresAt: new Date(Date.now() + seconds * 1000).toISOString() });
      // On a busy machine the first may be over before it was used.
      let expiring = await makeExpiring(3);
      if ((await read(slug, expiring.secret)).status !== 200) expiring = await makeExpiring(60);
      assert.equal((await read(slug, expiring.secret)).status, 200, 'good until it expires');
      const revoked = await createKey(slug);
      assert.equal((await read(slug, revoked.secret)).status, 200);
      await client.revokeKey(slug, revoked.key.id);
      await refusedNext(slug, revoked.secret);
      await delay(Date.parse(String(expiring.key.expiresAt)) - Date.now() + 100);
      const other = secret.at(-1) === 'a' ? 'b' : 'a';
      const first = await read(slug);
      assertProblem(first, 401, 'unauthorized');
      assert.equal(first.headers['www-authenticate'], 'Bearer');
      const bad: [string, string][] = [
        ['malformed', 'x'],
        ['empty', ''],
        ['two words', `${secret} ${secret}`],
        ['without its checksum', secret.slice(0, -6)],
        ['with a wrong checksum', `${secret.slice(0, -1)}${other}`],
        ['with another secret', secret.replace(/.{38}$/, 'A'.repeat(38))],
        ['longer', `${secret}x`],
        ['in another case', secret.toUpperCase()],
        ['of an unknown id', `slw_pub_${'A'.repeat(22)}_${secret.slice(-38)}`],
        ['like an admin key', `slw_adm_${secret.slice(8)}`],
        ['of 32 characters', 'k'.repeat(32)],
        ['expired', expiring.secret],
        ['revoked', revoked.secret],
      ];
      for (const [what, key] of bad) {
        const answer = await read(slug, key);
        assert.equal(answer.status, 401, what);
        assert.equal(answer.text, first.text, what);
        assert.equal(answer.headers['www-authenticate'], 'Bearer', what);
      }
    });

    test('without a good key, an unknown app is not told from a known one', async () => {
      const { slug } = await createPublisher(world);
      assert.equal((await read(slug)).text, (await read(unique('nobody'))).text);
    });

    test('DELETE: 204, refused from then on; a second time 404 or 204', async () => {
      const app = await createPublisher(world);
      const { key, secret } = await createKey(app.slug);
      const revoke = () => app.call('DELETE', `/keys/${key.id}`);
      assert.equal((await revoke()).status, 204);
      await refusedNext(app.slug, secret);
      assert.ok([204, 404].includes((await revoke()).status));
      assertProblem(await app.call('DELETE', `/keys/key_${unique('x')}`), 404, 'not-found');
    });

    test('a key belongs to one app', async () => {
      const [one, other] = [await createPublisher(world), await createPublisher(world)];
      assertProblem(await read(other.slug, one.key), 404, 'not-found');
    });
  });
};

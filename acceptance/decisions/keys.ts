import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Key, KeyCreation } from '@slipway/api';
import { retryUntilSuccess } from '../../lab/wait-until.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { randomClientIp, type World } from '../world.ts';

/** Decisions: the format and lifetime of keys, and the one response to invalid ones. */
export const keysSection = (world: World): void => {
  const createKey = async (slug: string, body: Partial<KeyCreation> = {}) => {
    const made = await world.admin().createKey(slug, { name: 'ci', ...body });
    world.secrets.add(made.secret);
    return made;
  };
  const read = (slug: string, key?: string) =>
    world.call({
      path: `/v1/apps/${slug}`,
      from: randomClientIp(),
      ...(key === undefined ? {} : { key }),
    });

  describe('Keys', () => {
    test('201 with the key and its secret, which is returned only once', async () => {
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

    test('the name is required, scopes must be valid, expiresAt must be a date-time', async () => {
      const { call } = await createPublisher(world);
      assertInvalid(await call('POST', '/keys', {}), 'name');
      const wrong = [{ scopes: ['admin'] }, { scopes: 'read' }, { scopes: [] }];
      for (const body of wrong) assertProblem(await call('POST', '/keys', { name: 'x', ...body }), 400);
      assertInvalid(await call('POST', '/keys', { name: 'x', expiresAt: 'never' }), 'expiresAt');
    });

    test('null for an optional field means its default', async () => {
      const { slug } = await createPublisher(world);
      const { key } = await createKey(slug, { scopes: null, expiresAt: null });
      assert.deepEqual([[...key.scopes].sort(), key.expiresAt], [['publish', 'read'], null]);
    });

    test('a key cannot create a key that expires later', async () => {
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

    test('200 live keys per app: one more is 409 until a key is revoked', async () => {
      const app = await createPublisher(world);
      const create = () => app.call('POST', '/keys', { name: 'one of many' });
      // The publisher's own key is the first.
      const made = await Promise.all(Array.from({ length: 199 }, create));
      assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
      assertProblem(await create(), 409, 'limit-reached');
      const { id } = made[0]?.json<{ key: Key }>().key ?? {};
      assert.equal((await app.call('DELETE', `/keys/${id}`)).status, 204);
      assert.equal((await create()).status, 201);
    });

    test('lastUsedAt is updated', async () => {
      const app = await createPublisher(world);
      const { key, secret } = await createKey(app.slug);
      assert.equal(key.lastUsedAt, null);
      const before = Date.now();
      assert.equal((await read(app.slug, secret)).status, 200);
      await retryUntilSuccess(async () => {
        const { keys } = await app.client.listKeys(app.slug);
        const used = keys.find(({ id }) => id === key.id)?.lastUsedAt;
        assert.ok(Date.parse(String(used)) >= before - 1000, String(used));
      });
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { KeyCreation } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { type Call, randomClientIp, unique, type World } from '../world.ts';

/** Decisions: the one response to all invalid keys. */
export const refusedKeysSection = (world: World): void => {
  const createKey = async (slug: string, body: Partial<KeyCreation> = {}) => {
    const made = await world.admin().createKey(slug, { name: 'ci', ...body });
    world.secrets.add(made.secret);
    return made;
  };
  const reading = (slug: string, key?: string): Call => ({
    path: `/v1/apps/${slug}`,
    from: randomClientIp(),
    ...(key === undefined ? {} : { key }),
  });
  const read = (slug: string, key?: string) => world.call(reading(slug, key));
  /** The next request: stricter than 1 s here and 5 s on another node, on any machine. */
  const refusedNext = async (slug: string, key: string) => {
    for (const answer of await world.callOnEach(reading(slug, key)))
      assertProblem(answer, 401, 'unauthorized');
  };

  describe('Keys that are refused', () => {
    test('missing, malformed, unknown, altered, expired and revoked keys: the same 401', async () => {
      const { slug, client } = await createPublisher(world);
      const { secret } = await createKey(slug);
      const makeExpiring = (seconds: number) =>
        createKey(slug, { expiresAt: new Date(Date.now() + seconds * 1000).toISOString() });
      const isGood = async (key: string) => (await read(slug, key)).status === 200;
      // On a busy machine the first may expire before it is used.
      let expiring = await makeExpiring(3).catch(() => undefined);
      if (expiring === undefined || !(await isGood(expiring.secret))) {
        expiring = await makeExpiring(60);
        assert.ok(await isGood(expiring.secret), 'good until it expires');
      }
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

    test('without a valid key, an existing app and an unknown one get the same response', async () => {
      const { slug } = await createPublisher(world);
      assert.equal((await read(slug)).text, (await read(unique('nobody'))).text);
    });

    test('DELETE: 204, then the key is rejected; a second DELETE is 404 or 204', async () => {
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

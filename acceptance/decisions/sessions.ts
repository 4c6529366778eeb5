import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Session } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { randomClientIp, type World } from '../world.ts';

/** Sign-in: the key is sent once and replaced by a cookie that is valid only with our header (CSRF). */
export const sessionSection = (world: World): void => {
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    world.send({
      url: `${world.deployed().baseUrl}${path}`,
      method,
      headers: { 'x-forwarded-for': randomClientIp(), ...headers },
    });
  const signIn = async (key: string) => {
    const answer = await world.call({ method: 'POST', path: '/v1/session', key, body: { stay: true } });
    assert.equal(answer.status, 201, answer.text);
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    world.secrets.add(cookie.split('=')[1] ?? '');
    return { cookie, session: answer.json<{ session: Session }>().session };
  };

  describe('Sessions', () => {
    test('a user signs in, reads, makes an audited change, and signs out', async () => {
      const app = await createPublisher(world);
      const { cookie, session } = await signIn(app.key);
      assert.deepEqual([session.actor, session.app, session.key?.expiresAt], ['key', app.slug, null]);
      assert.ok((session.expiresAt ?? '') > new Date().toISOString());
      const own = { cookie, 'x-slipway-session': '1' };
      assert.deepEqual((await ask('/v1/session', own)).json(), { session });
      const path = `/v1/apps/${app.slug}`;
      assert.equal((await ask(path, own)).status, 200);
      assertProblem(await ask(path, { cookie }), 401, 'unauthorized');
      assert.deepEqual((await ask('/v1/session', { cookie })).json(), { session: null });
      assertProblem(await ask('/v1/apps', own), 403, 'scope-missing');
      const body = JSON.stringify({ name: 'by-hand' });
      const headers = { ...own, 'content-type': 'application/json' };
      const made = await world.send({
        ...{ url: `${world.deployed().baseUrl}${path}/channels`, method: 'POST', headers, body },
      });
      assert.equal(made.status, 201, made.text);
      const { entries } = await app.client.listAudit(app.slug, { subject: 'by-hand' });
      assert.deepEqual(
        entries.map(({ actor, action, through }) => [actor, action, through]),
        [[session.key?.id, 'channel.create', 'dashboard']],
      );
      assert.equal((await ask('/v1/session', own, 'DELETE')).status, 204);
      assertProblem(await ask(path, own), 401, 'unauthorized');
    });

    test('the operator lists sessions and ends them all; a revoked key ends its own', async () => {
      const app = await createPublisher(world);
      const made = await app.client.createKey(app.slug, { name: 'laptop', scopes: ['read'] });
      world.secrets.add(made.secret);
      const own = { cookie: (await signIn(made.secret)).cookie, 'x-slipway-session': '1' };
      const { sessions } = await world.admin().listSessions();
      assert.ok(sessions.some(({ key }) => key?.id === made.key.id));
      await app.client.revokeKey(app.slug, made.key.id);
      assertProblem(await ask(`/v1/apps/${app.slug}`, own), 401, 'unauthorized');
      const other = { cookie: (await signIn(app.key)).cookie, 'x-slipway-session': '1' };
      await world.admin().endSessions();
      assertProblem(await ask(`/v1/apps/${app.slug}`, other), 401, 'unauthorized');
      assert.deepEqual(await world.admin().listSessions(), { sessions: [] });
    });
  });
};

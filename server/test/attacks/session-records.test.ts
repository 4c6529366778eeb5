import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { adminKey, createTestApp, createTestKey } from '../harness.ts';
import { fromElsewhere } from './keyed-routes.ts';
import { askSignedIn, signIn } from './signing-in.ts';
import { problemCode, useStage } from './stage.ts';

interface Entry {
  action: string;
  actor: string;
  actorName: string;
  subject: string;
  through?: string;
  detail: Record<string, unknown> | null;
}

describe('records of sessions', () => {
  const stage = useStage({ env: { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } });
  const auditOf = async (slug: string, query = ''): Promise<Entry[]> =>
    (await stage().service.api(`/v1/apps/${slug}/audit?limit=100${query}`)).json<{ entries: Entry[] }>()
      .entries;

  test('the audit log names the key and the dashboard', async () => {
    const { service } = stage();
    const { slug } = await createTestApp(service);
    const path = `/v1/apps/${slug}`;
    const made = await service.api(`${path}/keys`, { json: { name: 'Ada’s laptop', scopes: ['manage'] } });
    const { key, secret } = made.json<{ key: { id: string }; secret: string }>();
    const cookie = await signIn(service, secret);
    await askSignedIn(service, `${path}/channels`, { cookie, json: { name: 'beta' } });
    await service.api(`${path}/channels`, { key: secret, json: { name: 'nightly' } });
    await askSignedIn(service, '/v1/session', { cookie, method: 'DELETE' });
    const mine = (await auditOf(slug)).filter(({ actor }) => actor === key.id).toReversed();
    assert.deepEqual(
      mine.map(({ action, subject, through }) => [action, subject, through]),
      [
        ['session.open', key.id, undefined],
        ['channel.create', 'beta', 'dashboard'],
        ['channel.create', 'nightly', undefined],
        ['session.close', key.id, 'dashboard'],
      ],
    );
    assert.ok(mine.every(({ actorName }) => actorName === 'Ada’s laptop'));
    assert.deepEqual(
      (await auditOf(slug, '&subject=beta')).map(({ action }) => action),
      ['channel.create'],
    );
    assert.doesNotMatch(JSON.stringify(mine), new RegExp(cookie.split('=')[1] ?? ''));
    const long = await service.api(`${path}/audit?subject=${'x'.repeat(300)}`);
    assert.equal(problemCode(long, 400), 'invalid-fields');
  });

  test('the admin sees who is signed in and can sign everyone out', async () => {
    const { service, app } = stage();
    const [theirs, admins] = [await signIn(service, app.key), await signIn(service, adminKey)];
    const reply = await askSignedIn(service, '/v1/session', { cookie: admins });
    assert.deepEqual(
      { ...reply.json<{ session: object }>().session, expiresAt: '' },
      { actor: 'admin', key: null, app: null, expiresAt: '' },
    );
    assert.equal(
      problemCode(await askSignedIn(service, '/v1/sessions', { cookie: theirs }), 403),
      'scope-missing',
    );
    const listed = await askSignedIn(service, '/v1/sessions', { cookie: admins });
    const { sessions } = listed.json<{ sessions: { actor: string; app: string | null }[] }>();
    assert.deepEqual(new Set(sessions.map((one) => one.app)), new Set([null, app.slug]));
    for (const cookie of [theirs, admins])
      assert.ok(!listed.text().includes(cookie.split('=')[1] ?? ''), 'nothing that opens one');

    const refused = await service.api('/v1/sessions', {
      method: 'DELETE',
      key: app.key,
      headers: fromElsewhere(),
    });
    problemCode(refused, 403);
    assert.equal(
      (await askSignedIn(service, '/v1/sessions', { cookie: admins, method: 'DELETE' })).status,
      204,
    );
    for (const cookie of [theirs, admins])
      problemCode(await askSignedIn(service, `/v1/apps/${app.slug}`, { cookie }), 401);
    assert.deepEqual((await service.api('/v1/sessions')).json(), { sessions: [] });
    const [closed] = await auditOf(app.slug);
    assert.deepEqual(
      [closed?.action, closed?.actor, closed?.through],
      ['session.close', 'admin', 'dashboard'],
    );
    assert.equal((await service.api(`/v1/apps/${app.slug}`, { key: app.key })).status, 200);
  });

  test('a key with few scopes cannot fill the log by signing in', async () => {
    const { service } = stage();
    const { slug } = await createTestApp(service);
    const key = await createTestKey(service, slug, ['report']);
    const open = () => service.api('/v1/session', { key, json: {}, headers: fromElsewhere() });
    let opened = 0;
    let reply = await open();
    // The bucket refills meanwhile.
    for (; reply.status === 201 && opened < 1000; opened += 1) reply = await open();
    assert.equal(problemCode(reply, 429), 'too-many-requests');
    assert.ok(Number(reply.headers['retry-after']) >= 1);
    assert.ok(opened >= 30, String(opened));
    assert.equal((await service.api('/v1/session', { key })).status, 200, 'the key goes on');
    await signIn(service, await createTestKey(service, slug, ['report']));
  });
});

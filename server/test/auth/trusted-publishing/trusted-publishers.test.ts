import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { githubPipeline, gitlabClaims } from '../../../../lab/oidc-issuer.ts';
import { createPublisher, createTestApp, createTestKey, type TestApp } from '../../harness.ts';
import { faultOf, openStage, type Stage } from './stage.ts';

interface Listed {
  id: string;
  name: string;
  warnings?: { code: string }[];
  [member: string]: unknown;
}

describe('trusted publishers', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  const fresh = (): Promise<TestApp> => createTestApp(stage.service);
  const list = async ({ slug, key }: TestApp): Promise<Listed[]> =>
    (await stage.service.api(`/v1/apps/${slug}/trusted-publishers`, { key })).json<{
      trustedPublishers: Listed[];
    }>().trustedPublishers;
  const trusted = async (body: object, app: TestApp): Promise<Listed> => {
    const reply = await stage.trust(body as Record<string, unknown>, app);
    assert.equal(reply.status, 201, reply.text());
    return reply.json<{ trustedPublisher: Listed }>().trustedPublisher;
  };
  const only = (body: Record<string, unknown>, { slug, key }: TestApp) =>
    stage.service.api(`/v1/apps/${slug}/trusted-publishers`, { key, json: body });

  test('are returned with all their fields, and a warning if any branch may publish', async () => {
    const app = await fresh();
    const made = await trusted(
      { environment: 'release', scopes: ['publish'], ttlSeconds: 300, name: 'ours' },
      app,
    );
    const { id, createdAt, ...rest } = made;
    assert.match(id, /^tru_[0-9A-Za-z]{22,}$/);
    assert.equal(typeof createdAt, 'string');
    assert.deepEqual(rest, {
      ...githubPipeline,
      ...{ issuer: stage.issuer.issuer, environment: 'release', ref: null, name: 'ours' },
      ...{ scopes: ['publish'], ttlSeconds: 300, pinned: null, lastUsedAt: null },
    });
    const open = await trusted({ workflow: 'open.yml' }, app);
    assert.equal(open.warnings?.[0]?.code, 'any-branch');
    assert.equal(open.name, 'acme/app');
    const pinned = await trusted({ workflow: 'x.yml', ref: 'refs/heads/main', repositoryId: '5' }, app);
    assert.deepEqual(pinned.pinned, { repository_id: '5' });
    assert.equal(pinned.warnings, undefined);
    assert.deepEqual(
      (await list(app)).map(({ id: its }) => its).toSorted(),
      [id, open.id, pinned.id].toSorted(),
    );
  });

  test('of GitLab and other issuers exchange tokens for keys, too', async () => {
    const app = await fresh();
    const { issuer } = stage.issuer;
    const gitlab = {
      provider: 'gitlab',
      project: 'acme/tools/app',
      configFile: '.gitlab-ci.yml',
      refProtected: true,
      issuer,
    };
    const made = await only(gitlab, app);
    assert.equal(made.status, 201, made.text());
    const { refProtected, refType } = made.json<{ trustedPublisher: Listed }>().trustedPublisher;
    assert.deepEqual({ refProtected, refType }, { refProtected: true, refType: null });
    const host = issuer.replace('http://', '');
    const key = await stage.exchange(
      await stage.issuer.sign(gitlabClaims(host, { aud: stage.audience })),
      app.slug,
    );
    assert.equal(key.status, 201, key.text());
    assert.equal(key.json<{ key: { via: { runId: string } } }>().key.via.runId, '815');
    const other = await fresh();
    assert.equal(
      (await only({ provider: 'oidc', issuer, claims: { sub: 'job:*:release' } }, other)).status,
      201,
    );
    const signed = await stage.issuer.sign({ aud: stage.audience, sub: 'job:7:release' });
    const second = await stage.exchange(signed, other.slug);
    assert.equal(second.json<{ key: { via: { actor: string } } }>().key.via.actor, 'job:7:release');
    const wrong = await stage.exchange(
      await stage.issuer.sign({ aud: stage.audience, sub: 'job:7:test' }),
      other.slug,
    );
    assert.equal(faultOf(wrong), '403 publisher-untrusted');
  });

  test('are rejected with every invalid field, and if the issuer is not pinned', async () => {
    const app = await fresh();
    const refused = async (body: object, expected: string): Promise<void> => {
      const reply = await stage.trust(body as Record<string, unknown>, app);
      assert.equal(faultOf(reply), expected, reply.text());
    };
    await refused({ issuer: 'https://git.corp.example' }, '409 issuer-not-pinned');
    await refused({ issuer: null }, '409 issuer-not-pinned');
    for (const [body, expected] of [
      [{ repository: 'acme' }, 'pattern'],
      [{ workflow: '.github/workflows/release.yml' }, 'pattern'],
      [{ workflow: null }, 'required'],
      [{ ttlSeconds: 299 }, 'minimum'],
      [{ ttlSeconds: 3601 }, 'maximum'],
      [{ scopes: [] }, 'minItems'],
      [{ scopes: ['publish', 'manage'] }, 'manage'],
      [{ claims: { sub: 'x' } }, 'unknown-field'],
      [{ provider: 'travis' }, 'enum'],
      [{ strange: 1 }, 'unknown-field'],
    ] as const)
      await refused(body, `400 invalid-fields ${expected}`);
    const both = await stage.trust({ repository: 'x', project: 'a/b' }, app);
    assert.deepEqual(
      both
        .json<{ errors: { pointer: string }[] }>()
        .errors.map(({ pointer }) => pointer)
        .toSorted(),
      ['/project', '/repository'],
    );
    assert.deepEqual(await list(app), []);
  });

  test('a key cannot grant more scopes or a longer lifetime than its own', async () => {
    const app = await fresh();
    const manager = {
      ...app,
      key: await createTestKey(stage.service, app.slug, ['manage', 'publish', 'read']),
    };
    assert.equal(faultOf(await stage.trust({ scopes: ['publish', 'prune'] }, manager)), '403 scope-missing');
    assert.equal((await stage.trust({}, manager)).status, 201);
    const ending = await stage.service.api(`/v1/apps/${app.slug}/keys`, {
      json: { name: 'ends', scopes: ['manage', 'publish', 'read'], expiresAt: '2099-01-01T00:00:00Z' },
    });
    const { secret } = ending.json<{ secret: string }>();
    assert.equal(faultOf(await stage.trust({}, { ...app, key: secret })), '403 scope-missing');
    const reader = { ...app, key: await createTestKey(stage.service, app.slug, ['publish', 'read']) };
    assert.equal(faultOf(await stage.trust({}, reader)), '403 scope-missing');
  });

  test('revoke their active keys when deleted', async () => {
    const app = await fresh();
    const { id } = await trusted({}, app);
    const remaining = await trusted({ workflow: 'other.yml' }, app);
    const { secret } = (await stage.exchange(await stage.token(), app.slug)).json<{ secret: string }>();
    const workflow_ref = 'acme/app/.github/workflows/other.yml@refs/heads/main';
    const other = (await stage.exchange(await stage.token({ workflow_ref }), app.slug)).json<{
      secret: string;
    }>();
    const read = (key: string) => stage.service.api(`/v1/apps/${app.slug}`, { key });
    assert.equal((await read(secret)).status, 200);
    const gone = await stage.service.api(`/v1/apps/${app.slug}/trusted-publishers/${id}`, {
      key: app.key,
      method: 'DELETE',
    });
    assert.equal(gone.status, 204);
    assert.equal((await read(secret)).status, 401);
    assert.equal((await read(other.secret)).status, 200);
    assert.deepEqual(
      (await list(app)).map((one) => one.id),
      [remaining.id],
    );
    assert.equal(
      faultOf(await stage.exchange(await stage.token(), app.slug)),
      '403 publisher-untrusted differs',
    );
    const again = await stage.service.api(`/v1/apps/${app.slug}/trusted-publishers/${id}`, {
      key: app.key,
      method: 'DELETE',
    });
    assert.equal(again.status, 404);
    const { entries } = (await stage.service.api(`/v1/apps/${app.slug}/audit`)).json<{
      entries: { action: string; detail: unknown }[];
    }>();
    assert.deepEqual(entries[0]?.detail, { name: 'acme/app', revokedKeys: 1 });
  });

  test('with trusted publishing only, other keys read, withdraw and manage, but do not publish', async () => {
    const app = await fresh();
    const patch = (json: object) =>
      stage.service.api(`/v1/apps/${app.slug}`, { key: app.key, method: 'PATCH', json });
    const first = await createPublisher(stage.service, app).release({ version: '0.9.0' }, [
      { target: 'linux', bytes: Buffer.from('0') },
    ]);
    const draft = await createPublisher(stage.service, app).draft({ version: '0.9.1' });
    await trusted({}, app);
    const changed = await patch({ publishing: 'trusted' });
    assert.equal(changed.json<{ app: { publishing: string } }>().app.publishing, 'trusted');
    const call = (path: string, json: object | undefined, key = app.key) =>
      stage.service.api(`/v1/apps/${app.slug}/${path}`, { key, method: 'POST', ...(json && { json }) });
    const shut = '403 trusted-publishing-only';
    assert.equal(faultOf(await call('releases', { version: '1.0.0' })), shut);
    assert.equal(faultOf(await call(`releases/${draft}/publish`, undefined)), shut);
    assert.equal(
      faultOf(await call(`releases/${first}/promote`, { channel: 'stable', version: '5.0.0' })),
      shut,
    );
    assert.equal((await call(`releases/${first}/withdraw`, { reason: 'bad' })).status, 200);
    assert.equal((await call(`releases/${first}/restore`, undefined)).status, 200);
    // Keys with the withdraw scope may still pause a rollout.
    const paused = await call(`releases/${first}/rollout/pause`, { reason: 'x' });
    assert.equal(paused.status, 404, 'no rollout, but let in');
    const publishing = await createTestKey(stage.service, app.slug, ['publish', 'read']);
    assert.equal(faultOf(await call(`releases/${first}/rollout/pause`, { reason: 'x' }, publishing)), shut);
    const reading = await createTestKey(stage.service, app.slug, ['read']);
    assert.equal(faultOf(await call('releases', { version: '1.0.0' }, reading)), '403 scope-missing');
    const { secret } = (await stage.exchange(await stage.token(), app.slug)).json<{ secret: string }>();
    await createPublisher(stage.service, { slug: app.slug, key: secret }).release({ version: '1.0.0' }, [
      { target: 'linux', bytes: Buffer.from('1') },
    ]);
    assert.equal(
      (await stage.service.api(`/v1/apps/${app.slug}/releases`, { json: { version: '2.0.0' } })).status,
      201,
      'the admin key may',
    );
    assert.equal(
      (await patch({ publishing: null })).json<{ app: { publishing: string } }>().app.publishing,
      'any',
    );
    assert.equal((await call('releases', { version: '3.0.0' })).status, 201);
  });

  test('have keys that are listed while they are active', async () => {
    const app = await fresh();
    await trusted({ ttlSeconds: 300 }, app);
    const { key } = (await stage.exchange(await stage.token(), app.slug)).json<{ key: { id: string } }>();
    const keysOf = async (query = '') =>
      (await stage.service.api(`/v1/apps/${app.slug}/keys${query}`, { key: app.key })).json<{
        keys: { id: string; trustId?: string }[];
      }>().keys;
    assert.equal((await keysOf()).find(({ id }) => id === key.id)?.trustId?.startsWith('tru_'), true);
    await stage.service.api(`/v1/apps/${app.slug}/keys/${key.id}`, { key: app.key, method: 'DELETE' });
    assert.equal(
      (await keysOf()).some(({ id }) => id === key.id),
      false,
    );
    assert.equal(
      (await keysOf('?all=true')).some(({ id }) => id === key.id),
      true,
    );
    assert.equal(
      (await stage.service.api(`/v1/apps/${app.slug}/keys?all=maybe`, { key: app.key })).status,
      400,
    );
  });
});

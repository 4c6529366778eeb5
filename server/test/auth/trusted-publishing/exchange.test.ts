import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createPublisher, createTestApp } from '../../harness.ts';
import { openStage, type Stage } from './stage.ts';

interface Made {
  key: { id: string; name: string; scopes: string[]; expiresAt: string; trustId: string; via: unknown };
  secret: string;
}

describe('a token for a key', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  test('what a token says is kept so that every database takes it', async () => {
    const app = await createTestApp(stage.service);
    assert.equal((await stage.trust({}, app)).status, 201);
    for (const odd of ['\u0000', 'a b', '\ud800', 'x'.repeat(300)]) {
      const token = await stage.token({ jti: odd, run_id: odd, actor: odd });
      const reply = await stage.exchange(token, app.slug);
      assert.equal(reply.status, 201, reply.text());
      assert.equal(reply.json<Made>().key.name, 'acme/app', 'no run that is none');
      assert.equal((await stage.exchange(token, app.slug)).status, 401, 'it was exchanged before');
    }
    const keys = await stage.service.api(`/v1/apps/${app.slug}/keys`, { key: app.key });
    for (const { name } of keys.json<{ keys: { name: string }[] }>().keys) assert.ok(name.length <= 200);
  });

  test('a trusted pipeline gets a key of minutes, publishes with it, and the release tells', async () => {
    const { service, app } = stage;
    const trusted = await stage.trust({ ref: 'refs/tags/v*' });
    assert.equal(trusted.status, 201, trusted.text());
    const { trustedPublisher } = trusted.json<{ trustedPublisher: { id: string; pinned: unknown } }>();
    assert.equal(trustedPublisher.pinned, null);
    const reply = await stage.exchange(await stage.token());
    assert.equal(reply.status, 201, reply.text());
    const { key, secret } = reply.json<Made>();
    assert.match(secret, /^slw_pub_key_/);
    assert.deepEqual(key.scopes, ['publish', 'read']);
    assert.equal(key.trustId, trustedPublisher.id);
    const via = {
      provider: 'github',
      repository: 'acme/app',
      ref: 'refs/tags/v1.0.0',
      sha: '0123456789abcdef0123456789abcdef01234567',
      runId: '4711',
      workflow: 'release.yml',
      environment: null,
      actor: 'octocat',
    };
    assert.deepEqual(key.via, via);
    const publisher = createPublisher(service, { slug: app.slug, key: secret });
    const id = await publisher.release({ version: '1.0.0' }, [
      { target: 'linux-x86_64', bytes: Buffer.from('one') },
    ]);
    const release = await service.api(`/v1/apps/${app.slug}/releases/${id}`, { key: app.key });
    assert.deepEqual(release.json<{ release: { publishedVia: unknown } }>().release.publishedVia, via);
    const list = await service.api(`/v1/apps/${app.slug}/trusted-publishers`, { key: app.key });
    const [listed] = list.json<{ trustedPublishers: Record<string, unknown>[] }>().trustedPublishers;
    assert.deepEqual(listed?.pinned, { repository_id: '1001', repository_owner_id: '2002' });
    assert.equal(typeof listed?.lastUsedAt, 'string');
    const audit = await service.api(`/v1/apps/${app.slug}/audit?limit=100`, { key: app.key });
    const { entries } = audit.json<{
      entries: { action: string; actor: string; detail: { via?: unknown } }[];
    }>();
    const made = entries.find(
      ({ action, actor }) => action === 'key.create' && actor === trustedPublisher.id,
    );
    assert.equal((made?.detail.via as { runId?: string } | undefined)?.runId, '4711');
    assert.ok(entries.find(({ action }) => action === 'release.publish')?.detail.via !== undefined);
  });
});

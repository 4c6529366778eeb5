import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { openSqlite } from '../../../src/drivers/sqlite.ts';
import { keyOf } from '../../conformance/store/fixtures.ts';
import { createWorld } from '../../domain/world.ts';
import { createTestApp } from '../../harness.ts';
import { faultOf, openStage, type Stage } from './stage.ts';

describe('how many there may be', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  test('a claim of a policy has a short and plain name', async () => {
    const app = await createTestApp(stage.service);
    const create = (name: string) =>
      stage.service.api(`/v1/apps/${app.slug}/trusted-publishers`, {
        key: app.key,
        json: { provider: 'oidc', issuer: stage.issuer.issuer, claims: { sub: 'x', [name]: 'y' } },
      });
    for (const name of ['a'.repeat(129), 'a b', 'é', ''])
      assert.match(faultOf(await create(name)), /^400 invalid-fields/, name);
    assert.equal((await create('https://example.com/team-1')).status, 201);
  });

  test('an app has 1,000 live exchanged keys, beside those that someone made', async () => {
    const app = await createTestApp(stage.service);
    await stage.trust({}, app);
    const store = await openSqlite({ file: join(stage.service.folder, 'slipway.db') });
    const expiresAt = new Date(Date.now() + 3600_000).toISOString();
    await store.transaction(async (tx) => {
      for (let count = 0; count < bounds.exchangedKeysOfApp - 1; count++)
        await tx.insertKey(keyOf(app.slug, { trustId: 'tru_x', expiresAt }));
    });
    await store.close();
    assert.equal((await stage.exchange(await stage.token(), app.slug)).status, 201);
    const token = await stage.token();
    assert.equal(faultOf(await stage.exchange(token, app.slug)), '409 limit-reached');
    const made = await stage.service.api(`/v1/apps/${app.slug}/keys`, { json: { name: 'by hand' } });
    assert.equal(made.status, 201, 'the others are counted apart');
    const { keys } = (await stage.service.api(`/v1/apps/${app.slug}/keys`)).json<{
      keys: { id: string; trustId?: string }[];
    }>();
    const id = keys.find(({ trustId }) => trustId !== undefined)?.id;
    await stage.service.api(`/v1/apps/${app.slug}/keys/${id}`, { method: 'DELETE' });
    assert.equal((await stage.exchange(token, app.slug)).status, 201, 'the token was not used up');
  });

  test('an app has 64 trusted publishers', async () => {
    const app = await createTestApp(stage.service);
    const made = Array.from({ length: bounds.trustedPublishersOfApp + 3 }, (_, i) =>
      stage.trust({ workflow: `w${i}.yml` }, app),
    );
    const replies = await Promise.all(made);
    assert.equal(replies.filter(({ status }) => status === 201).length, bounds.trustedPublishersOfApp);
    const refused = replies.filter(({ status }) => status !== 201);
    for (const reply of refused) assert.equal(faultOf(reply), '409 limit-reached');
  });
});

describe('what is forgotten', () => {
  test('used tokens 90 seconds after their end, exchanged keys 400 days after theirs', async () => {
    const { appAdmin, housekeeping, store, clock } = createWorld();
    await appAdmin.createApp({ slug: 'hello' }, { kind: 'admin' });
    const token = { issuer: 'https://issuer.example', tokenId: 'one', expiresAt: clock.in(90) };
    const key = keyOf('hello', { trustId: 'tru_1', expiresAt: clock.in(1800) });
    await store.transaction(async (tx) => {
      assert.equal(await tx.claimToken(token), true);
      await tx.insertKey(key);
    });
    clock.advance(90);
    assert.equal(await housekeeping.deleteOldTokens(), 0);
    assert.equal(await store.transaction((tx) => tx.claimToken(token)), false);
    clock.advance(1);
    assert.equal(await housekeeping.deleteOldTokens(), 1);
    assert.notEqual(await store.findKey(key.id), undefined);
    clock.advance(1800 + 400 * 24 * 3600);
    assert.equal(await housekeeping.deleteOldTokens(), 1);
    assert.equal(await store.findKey(key.id), undefined);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transaction } from '../../src/domain/ports/store.ts';
import type { Transactions } from '../../src/domain/ports/transactions.ts';
import { createUnitOfWork, type InTransaction } from '../../src/domain/unit-of-work.ts';
import { admin, createWorld } from './world.ts';

describe('changes of an app', () => {
  test('a key that was looked at before its app was deleted changes nothing of the one that took the slug', async () => {
    const world = createWorld();
    const { appAdmin, store } = world;
    await appAdmin.createApp({ slug: 'hello' }, admin);
    const { key } = await appAdmin.createKey(
      { app: 'hello', actor: admin },
      { name: 'old', scopes: ['publish'] },
    );
    const { appId = '' } = (await store.findKey(key.id)) ?? {};
    const actor = { ...key, kind: 'key' as const, keyId: key.id, appId };
    const draft = (version: string) => world.drafts.createDraft({ app: 'hello', actor }, { version });
    await draft('1.0.0');
    await appAdmin.deleteApp({ app: 'hello', actor: admin });
    await assert.rejects(draft('2.0.0'), { code: 'not-found' });
    await appAdmin.createApp({ slug: 'hello' }, admin);
    await assert.rejects(draft('3.0.0'), { code: 'not-found' });
    assert.deepEqual((await store.listReleases('hello', { limit: 5 })).items, []);
  });

  test('a key that is revoked while its request is under way changes nothing more, and makes no other', async () => {
    const { appAdmin, authentication, store, clock } = createWorld();
    await appAdmin.createApp({ slug: 'hello' }, admin);
    const byAdmin = { app: 'hello', actor: admin };
    const { key, secret } = await appAdmin.createKey(byAdmin, { name: 'leaked', scopes: ['manage'] });
    const actor = await authentication.authenticate(secret);
    await appAdmin.revokeKey(byAdmin, key.id);
    const another = appAdmin.createKey({ app: 'hello', actor }, { name: 'another', scopes: ['manage'] });
    await assert.rejects(another, { code: 'unauthorized' });
    assert.equal((await store.listKeys('hello', clock.now(), 'made')).length, 1);
  });

  test('a publish whose key is revoked while it reads the bytes leaves a draft', async () => {
    const { appAdmin, authentication, drafts, publishing, interruptions, upload, store } = createWorld();
    await appAdmin.createApp({ slug: 'hello' }, admin);
    const byAdmin = { app: 'hello', actor: admin };
    const { key, secret } = await appAdmin.createKey(byAdmin, { name: 'leaked' });
    const actor = await authentication.authenticate(secret);
    const { id } = await drafts.createDraft({ app: 'hello', actor }, { version: '1.0.0' });
    await upload('hello', { version: '1.0.0' }, { target: 'linux-x86_64', bytes: Buffer.from('bytes') });
    interruptions.plan('after verify', () => appAdmin.revokeKey(byAdmin, key.id));
    await assert.rejects(publishing.publish({ app: 'hello', actor }, id), { code: 'unauthorized' });
    assert.equal((await store.findRelease('hello', id))?.state, 'draft');
  });

  test('a publish to an app that chooses its trusted publishers meanwhile leaves a draft', async () => {
    const { appAdmin, authentication, drafts, publishing, interruptions, upload, store } = createWorld();
    await appAdmin.createApp({ slug: 'hello' }, admin);
    const byAdmin = { app: 'hello', actor: admin };
    const { secret } = await appAdmin.createKey(byAdmin, { name: 'long-lived' });
    const actor = await authentication.authenticate(secret);
    const { id } = await drafts.createDraft({ app: 'hello', actor }, { version: '1.0.0' });
    await upload('hello', { version: '1.0.0' }, { target: 'linux-x86_64', bytes: Buffer.from('bytes') });
    interruptions.plan('after verify', () =>
      appAdmin.changeApp(byAdmin, { publishing: 'trusted' }).then(() => undefined),
    );
    await assert.rejects(publishing.publish({ app: 'hello', actor }, id), {
      code: 'trusted-publishing-only',
    });
    assert.equal((await store.findRelease('hello', id))?.state, 'draft');
  });

  test('a key that ends while its request is under way changes nothing more', async () => {
    const { appAdmin, authentication, drafts, clock } = createWorld();
    await appAdmin.createApp({ slug: 'hello' }, admin);
    const expiresAt = clock.in(60);
    const { secret } = await appAdmin.createKey({ app: 'hello', actor: admin }, { name: 'short', expiresAt });
    const actor = await authentication.authenticate(secret);
    clock.advance(61);
    await assert.rejects(drafts.createDraft({ app: 'hello', actor }, { version: '1.0.0' }), {
      code: 'unauthorized',
    });
  });

  test('an admin key that is replaced while its request is under way changes nothing more', async () => {
    const { appAdmin, authentication } = createWorld();
    const text = await authentication.resetAdminKey();
    const actor = await authentication.authenticate(text);
    await appAdmin.createApp({ slug: 'hello' }, actor);
    await authentication.resetAdminKey();
    await assert.rejects(appAdmin.createApp({ slug: 'other' }, actor), { code: 'unauthorized' });
    await assert.rejects(appAdmin.deleteApp({ app: 'hello', actor }), { code: 'unauthorized' });
  });
});

describe('transactions of a verb', () => {
  const service = { kind: 'service' as const };
  const { store, clock } = createWorld();
  const unit = createUnitOfWork({ store, clock, settled: async () => undefined });
  const named: InTransaction<Pick<Transaction, 'findRelease'>> = unit.inTransaction;

  test('only the methods that the verb names are there', async () => {
    await assert.rejects(
      named('hello', service, ({ tx }) => tx.findRelease('hello', 'rel_1')),
      { code: 'not-found' },
    );
    // @ts-expect-error: the verb does not name it.
    await assert.rejects(named('hello', service, ({ tx }) => tx.deleteApp('hello')));
    // @ts-expect-error: nobody can pass on more than it has.
    const more: InTransaction<Pick<Transaction, 'deleteApp'>> = named;
    // @ts-expect-error: the store of one verb is not enough for another.
    const other: Transactions<Transaction> = store as Transactions<Pick<Transaction, 'findRelease'>>;
    assert.deepEqual([more, other], [named, store]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Provenance } from '../../../src/domain/model/provenance.ts';
import type { TrustedPublisher } from '../../../src/domain/model/trusted-publisher.ts';
import { at, draftOf, keyOf, type Shared, seedApp, seedDraft, unique } from './fixtures.ts';

const via: Provenance = {
  ...{ provider: 'github', repository: 'acme/"app"', ref: 'refs/tags/v1', sha: 'ab', runId: '7' },
  ...{ workflow: 'release.yml', environment: undefined, actor: 'ünïcode 🚢' },
};
/** Undefined fields are not stored. */
const { environment: _, ...keptVia } = via;

const trustedOf = (app: string, more: Partial<TrustedPublisher> = {}): TrustedPublisher => ({
  ...{ id: unique('tru'), app, provider: 'github', issuer: 'https://issuer.example' },
  ...{ claims: { repository: 'acme/app', ref: 'refs/tags/\'v*"' }, pinned: undefined },
  ...{ scopes: ['publish', 'read'], ttlSeconds: 1800, name: 'a pipeline 🚢' },
  ...{ createdAt: at(3), lastUsedAt: undefined, ...more },
});

/** Trusted publishers, used tokens and exchanged keys. */
export const trustCases = (shared: Shared): void => {
  describe('trusted publishers', () => {
    it('come back as they were put, in order of creation, of their own app alone', async () => {
      const store = shared();
      const [{ slug }, other] = [await seedApp(store), await seedApp(store)];
      const all = [
        trustedOf(slug, { createdAt: at(9), pinned: { repository_id: '7' }, lastUsedAt: at(10) }),
        trustedOf(slug, { createdAt: at(1), provider: 'oidc', claims: {}, scopes: [] }),
      ];
      for (const one of all) await store.transaction((tx) => tx.insertTrustedPublisher(one));
      await store.transaction((tx) => tx.insertTrustedPublisher(trustedOf(other.slug)));
      assert.deepEqual(await store.listTrustedPublishers(slug), all.toReversed());
      const [first] = all;
      assert.deepEqual(await store.findTrustedPublisher(slug, first?.id ?? ''), first);
      assert.equal(await store.findTrustedPublisher(other.slug, first?.id ?? ''), undefined);
      assert.deepEqual(await store.listTrustedPublishers('none'), []);
    });

    it('note their use and what they are pinned to', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const one = trustedOf(slug);
      const pinned = { repository_id: '1', repository_owner_id: '2' };
      await store.transaction(async (tx) => {
        await tx.insertTrustedPublisher(one);
        await tx.recordPublisherUse(one.id, { at: at(20), pinned });
      });
      assert.deepEqual(await store.listTrustedPublishers(slug), [{ ...one, pinned, lastUsedAt: at(20) }]);
    });

    it('are deleted once, by their own app, and with it', async () => {
      const store = shared();
      const [{ slug }, other] = [await seedApp(store), await seedApp(store)];
      const [one, two] = [trustedOf(slug), trustedOf(slug)];
      for (const each of [one, two]) await store.transaction((tx) => tx.insertTrustedPublisher(each));
      const remove = (app: string) => store.transaction((tx) => tx.deleteTrustedPublisher(app, one.id));
      assert.equal(await remove(other.slug), false);
      assert.equal(await remove(slug), true);
      assert.equal(await remove(slug), false);
      await store.transaction((tx) => tx.deleteApp(slug));
      assert.equal(await store.findTrustedPublisher(slug, two.id), undefined);
    });

    it('a token is used once, until it is forgotten, and a change that is undone did not use it', async () => {
      const store = shared();
      const [issuer, tokenId] = [unique('https://issuer'), 'a "token"'];
      const use = (more: object = {}) =>
        store.transaction((tx) => tx.claimToken({ issuer, tokenId, expiresAt: at(30), ...more }));
      const undone = store.transaction(async (tx) => {
        assert.equal(await tx.claimToken({ issuer, tokenId, expiresAt: at(30) }), true);
        throw new Error('undone');
      });
      await assert.rejects(undone, /undone/);
      assert.equal(await use(), true);
      assert.equal(await use(), false);
      assert.equal(await use({ expiresAt: at(50) }), false);
      assert.equal(await use({ tokenId: 'another' }), true);
      assert.equal(await use({ issuer: unique('https://issuer') }), true);
      await store.deleteExpiredTokens(at(30));
      assert.equal(await use(), false);
      assert.ok((await store.deleteExpiredTokens(at(31))) >= 3);
      assert.equal(await use(), true);
    });

    it('of many who use one token at once one does', async () => {
      const store = shared();
      const token = { issuer: unique('https://issuer'), tokenId: 'one', expiresAt: at(30) };
      const tries = Array.from({ length: 20 }, () => store.transaction((tx) => tx.claimToken(token)));
      assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
    });

    it('their keys are counted and listed apart, and revoked together', async () => {
      const store = shared();
      const { slug, id: appId } = await seedApp(store);
      const [trustId, another] = [unique('tru'), unique('tru')];
      const live = keyOf(slug, { trustId, via, expiresAt: at(60) });
      const over = keyOf(slug, { trustId, via, expiresAt: at(5) });
      const revoked = keyOf(slug, { trustId, via, expiresAt: at(60), revokedAt: at(4) });
      const others = keyOf(slug, { trustId: another, via, expiresAt: at(60) });
      const [made, ended] = [keyOf(slug), keyOf(slug, { expiresAt: at(5) })];
      for (const key of [live, made, over, ended, revoked, others])
        await store.transaction((tx) => tx.insertKey(key));
      const ids = async (which: 'made' | 'all') =>
        (await store.listKeys(slug, at(10), which)).map(({ id }) => id);
      assert.deepEqual(
        await ids('all'),
        [live, made, over, ended, revoked, others].map(({ id }) => id),
      );
      assert.deepEqual(
        await ids('made'),
        [live, made, ended, others].map(({ id }) => id),
      );
      assert.equal(await store.countLiveKeys(slug, at(10), 'made'), 1);
      assert.equal(await store.countLiveKeys(slug, at(10), 'exchanged'), 2);
      const found = await store.findKey(live.id);
      assert.deepEqual(
        { ...found, via: { ...found?.via, environment: undefined } },
        { ...live, appId, publishing: 'any' },
      );
      assert.equal(await store.transaction((tx) => tx.revokeKeysOf(trustId, at(11))), 1);
      assert.equal(await store.transaction((tx) => tx.revokeKeysOf(trustId, at(12))), 0);
      assert.equal((await store.findKey(live.id))?.revokedAt, at(11));
      assert.equal((await store.findKey(others.id))?.revokedAt, undefined);
    });

    it('keys that ended long ago are forgotten, and no others', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const trustId = unique('tru');
      const [gone, stays] = [
        keyOf(slug, { trustId, via, expiresAt: at(5) }),
        keyOf(slug, { trustId, via, expiresAt: at(6) }),
      ];
      const hand = keyOf(slug, { expiresAt: at(5) });
      for (const key of [gone, stays, hand]) await store.transaction((tx) => tx.insertKey(key));
      assert.ok((await store.deleteExpiredExchangedKeys(at(6))) >= 1);
      assert.equal(await store.findKey(gone.id), undefined);
      for (const key of [stays, hand]) assert.notEqual(await store.findKey(key.id), undefined);
    });

    it('a release says by which token it was published, an app who may publish to it', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const release = draftOf(slug, '1.0.0');
      await seedDraft(store, release);
      await store.transaction(async (tx) => {
        const sequence = await tx.raiseGeneration(slug);
        await tx.publishDraft(release.id, { revision: 0, at: at(5), sequence, stored: new Map(), via });
        await tx.updateApp(slug, { publishing: 'trusted' });
      });
      const { publishedVia } = (await store.findRelease(slug, release.id)) ?? {};
      assert.deepEqual({ ...publishedVia, environment: undefined }, { ...keptVia, environment: undefined });
      assert.equal((await store.findApp(slug))?.publishing, 'trusted');
    });
  });
};

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignatureVerdict } from '../../../src/domain/model/signature-verdict.ts';
import type { SigningKey } from '../../../src/domain/model/signing-key.ts';
import { at, draftOf, publish, type Shared, seedApp, seedDraft, seedPublished, unique } from './fixtures.ts';

const conflict = { name: 'Conflict' };

const signingKeyOf = (app: string, more: Partial<SigningKey> = {}): SigningKey => ({
  id: unique('sig'),
  app,
  kind: 'minisign',
  keyId: 'D71CA9CEED6D4A90',
  publicKey: unique('RW'),
  name: 'release key, with ünïcode',
  fromVersion: undefined,
  state: 'active',
  createdAt: at(3),
  retiredAt: undefined,
  ...more,
});

export const signingKeyCases = (shared: Shared): void => {
  describe('signing keys', () => {
    it('are returned unchanged, in order of creation', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const other = await seedApp(store);
      const keys = [
        signingKeyOf(slug, { createdAt: at(1), fromVersion: '1.5.0' }),
        signingKeyOf(slug, { createdAt: at(2), kind: 'ed25519', state: 'retired', retiredAt: at(9) }),
        signingKeyOf(slug, { createdAt: at(4) }),
      ];
      for (const key of keys.toReversed()) await store.transaction((tx) => tx.insertSigningKey(key));
      assert.deepEqual(await store.listSigningKeys(slug), keys);
      assert.deepEqual(await store.listSigningKeys(other.slug), []);
    });

    it('are unique per app and kind', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const other = await seedApp(store);
      const key = signingKeyOf(slug);
      const insert = (one: SigningKey) => store.transaction((tx) => tx.insertSigningKey(one));
      await insert(key);
      await assert.rejects(insert({ ...key, id: unique('sig') }), conflict);
      await insert({ ...key, id: unique('sig'), kind: 'ed25519' });
      await insert({ ...key, id: unique('sig'), app: other.slug });
      assert.equal((await store.listSigningKeys(slug)).length, 2);
    });

    it('change name, first version and state, and nothing else', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const key = signingKeyOf(slug);
      await store.transaction((tx) => tx.insertSigningKey(key));
      const changed = { name: 'old', fromVersion: '2.0.0', state: 'retired' as const, retiredAt: at(9) };
      await store.transaction((tx) => tx.updateSigningKey({ ...key, ...changed, keyId: 'other' }));
      assert.deepEqual(await store.listSigningKeys(slug), [{ ...key, ...changed }]);
      await store.transaction((tx) => tx.updateSigningKey(key));
      assert.deepEqual(await store.listSigningKeys(slug), [key]);
    });

    it('are deleted with their app', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      await store.transaction((tx) => tx.insertSigningKey(signingKeyOf(slug)));
      await store.transaction((tx) => tx.deleteApp(slug));
      assert.deepEqual(await store.listSigningKeys(slug), []);
    });
  });

  describe('signature verdicts', () => {
    const signed: SignatureVerdict = {
      at: at(20),
      signedBy: { id: 'sig_a', keyId: 'D71C', version: '1.0.0' },
    };
    const unversioned: SignatureVerdict = {
      at: at(21),
      signedBy: { id: 'sig_a', keyId: 'D71C', version: undefined },
    };
    const refused: SignatureVerdict = { at: at(22), signedBy: undefined };

    it('are stored only for the verified bytes and signature', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a']);
      const [artifact] = artifacts;
      assert.ok(artifact);
      const read = async () => (await store.findRelease(slug, release.id))?.artifacts[0];
      assert.equal((await read())?.verdict, undefined);
      const keep = (checked: typeof artifact, verdict: SignatureVerdict) =>
        store.transaction((tx) => tx.saveSignatureVerdict(artifact.id, checked, verdict));
      assert.equal(await keep({ ...artifact, sha256: 'cd'.repeat(32) }, signed), false);
      assert.equal(await keep({ ...artifact, signature: 'another' }, signed), false);
      assert.equal(await keep({ ...artifact, signature: undefined }, signed), false);
      assert.equal((await read())?.verdict, undefined);
      for (const verdict of [signed, unversioned, refused]) {
        assert.equal(await keep(artifact, verdict), true);
        assert.deepEqual(await read(), { ...artifact, verdict });
      }
      assert.equal(
        await store.transaction((tx) => tx.saveSignatureVerdict('art_none', artifact, signed)),
        false,
      );
    });

    it('are set and removed with the artifact, and stay after publication', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a']);
      const [artifact] = artifacts;
      assert.ok(artifact);
      const read = async () => (await store.findRelease(slug, release.id))?.artifacts[0]?.verdict;
      await store.transaction((tx) => tx.putArtifact({ ...artifact, verdict: signed }));
      assert.deepEqual(await read(), signed);
      await store.transaction((tx) => tx.putArtifact({ ...artifact, signature: 'another' }));
      assert.equal(await read(), undefined);
      await store.transaction((tx) => tx.putArtifact({ ...artifact, verdict: signed }));
      await publish(store, release, artifacts);
      assert.deepEqual(await read(), signed);
      assert.deepEqual((await store.findReleasedArtifact(release.id, 'a'))?.artifact.verdict, signed);
    });

    it('can be added after publication', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedPublished(store, draftOf(slug, '1.0.0'), ['a', 'b']);
      const [artifact] = artifacts;
      assert.ok(artifact);
      assert.equal(
        await store.transaction((tx) => tx.saveSignatureVerdict(artifact.id, artifact, signed)),
        true,
      );
      const [candidate] = await store.listCandidates(slug);
      assert.deepEqual(
        candidate?.artifacts.map(({ verdict }) => verdict),
        [signed, undefined],
      );
      assert.equal(candidate?.id, release.id);
    });
  });
};

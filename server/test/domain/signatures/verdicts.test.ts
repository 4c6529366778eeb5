import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSigner } from '../../../../lab/signer.ts';
import { readSignatureClaim } from '../../../src/domain/signatures/identify-signer.ts';
import { app, bytes, caller, createGateWorld, target } from './gate-world.ts';

const version = '1.2.3';
const require = { signatures: 'require' } as const;
const other = 'darwin-aarch64';

/** Counts reads with extra hashes. */
const countWatched = ({ blobs }: Awaited<ReturnType<typeof createGateWorld>>) => {
  const { verify } = blobs;
  const counts = { plain: 0, watched: 0 };
  blobs.verify = (content, watch) => {
    counts[watch === undefined ? 'plain' : 'watched'] += 1;
    return verify(content, watch);
  };
  return counts;
};

describe('what was found of a signature', () => {
  test('is kept with the artifact: who, and for which version', async () => {
    const world = await createGateWorld(require);
    const id = await world.draft(version, [{ signature: world.signer.sign(bytes, { version }) }]);
    await world.publish(id);
    assert.deepEqual(await world.signedBy(id), {
      id: world.key.id,
      keyId: world.signer.keyId,
      version,
    });
  });

  test('a signature that is swapped between reading and commit is never published', async () => {
    const world = await createGateWorld(require);
    const id = await world.draft(version, [{ signature: world.signer.sign(bytes, { version }) }]);
    const bad = createSigner().sign(bytes, { version });
    world.interruptions.plan('after keep', async () => {
      await world.upload(app, { version }, { target, bytes, signature: bad });
    });
    const outcome = await world.publish(id);
    assert.deepEqual(outcome, { code: 'signature-rejected', codes: ['signature-key-unknown'] });
    const release = await world.store.findRelease(app, id);
    assert.equal(release?.state, 'draft');
    assert.equal(release?.artifacts[0]?.verdict, undefined, 'what was found was of another signature');
  });

  test('the same declaration again keeps it, another signature or other bytes do not', async () => {
    const world = await createGateWorld();
    const signature = world.signer.sign(bytes, { version });
    const id = await world.draft(version, [{ signature }, { target: other }]);
    // Interrupted after both were read.
    world.interruptions.plan('before keep', async () => {
      throw new Error('cut off');
    });
    await assert.rejects(world.publish(id), /cut off/);
    const verdicts = async () => {
      const release = await world.store.findRelease(app, id);
      return release?.artifacts.find((one) => one.target === target)?.verdict?.signedBy?.keyId;
    };
    assert.equal(await verdicts(), world.signer.keyId);
    await world.upload(app, { version }, { target, bytes, signature });
    assert.equal(await verdicts(), world.signer.keyId);
    await world.upload(app, { version }, { target, bytes, signature: world.signer.sign(bytes) });
    assert.equal(await verdicts(), undefined);
    await world.upload(app, { version }, { target, bytes: Buffer.from('others'), signature });
    assert.equal(await verdicts(), undefined);
  });

  test('a publish that was cut off goes on with what it has not read', async () => {
    const world = await createGateWorld(require);
    const sign = () => world.signer.sign(bytes, { version });
    const id = await world.draft(version, [{ signature: sign() }, { target: other, signature: sign() }]);
    world.interruptions.plan('before keep', async () => {
      throw new Error('cut off');
    });
    await assert.rejects(world.publish(id), /cut off/);
    const counts = countWatched(world);
    assert.equal((await world.publish(id)).code, 'published');
    assert.equal(counts.watched, 0);
  });

  test('a key that is retired while the bytes are read signs nothing more', async () => {
    const world = await createGateWorld(require);
    await world.add(createSigner());
    const id = await world.draft(version, [{ signature: world.signer.sign(bytes, { version }) }]);
    world.interruptions.plan('after keep', async () => {
      await world.appAdmin.changeSigningKey(caller, world.key.id, { state: 'retired' });
    });
    assert.deepEqual(await world.publish(id), {
      code: 'signature-rejected',
      codes: ['signature-key-retired'],
    });
    await world.appAdmin.changeSigningKey(caller, world.key.id, { state: 'active' });
    assert.deepEqual(await world.publish(id), { code: 'published', codes: [] });
  });

  test('a key that is added while the bytes are read is asked, too', async () => {
    for (const isRaw of [false, true]) {
      const world = await createGateWorld({}, isRaw);
      const late = createSigner();
      const signature = isRaw ? late.signRaw(bytes) : late.sign(bytes, { version });
      const id = await world.draft(version, [{ signature }]);
      world.interruptions.plan('before verify', async () => void (await world.add(late)));
      assert.deepEqual((await world.publish(id)).codes, []);
      assert.notEqual(await world.signedBy(id), undefined, 'its signature is judged before it is public');
    }
  });

  test('of many keys with one id a few are tried', async () => {
    const { signer, store } = await createGateWorld();
    const [key] = await store.listSigningKeys(app);
    assert.ok(key);
    const keys = Array.from({ length: 64 }, (_, index) => ({ ...key, id: `sig_${index}` }));
    const rules = { signatures: 'warn', signedVersion: 'warn', adapter: 'rest', keys } as const;
    const claim = readSignatureClaim({ signature: signer.sign(bytes, { version }) }, rules);
    assert.ok('signers' in claim && claim.signers.length === 8);
  });

  test('one key was made before the other, whatever the clock says', async () => {
    const world = await createGateWorld();
    for (const seconds of [0, -60, 0]) {
      world.clock.advance(seconds);
      await world.add(createSigner());
    }
    const times = (await world.store.listSigningKeys(app)).map(({ createdAt }) => createdAt);
    assert.equal(new Set(times).size, 4);
    assert.deepEqual(times, times.toSorted());
  });

  test('a policy that is set while the bytes are read holds for this one, too', async () => {
    const world = await createGateWorld({ signatures: 'off' });
    const bad = await world.draft(version, [{ signature: world.signer.sign(Buffer.from('others')) }]);
    const demand = async () => {
      await world.appAdmin.changeApp(caller, require);
    };
    world.interruptions.plan('after keep', demand);
    assert.deepEqual(await world.publish(bad), {
      code: 'signature-rejected',
      codes: ['signature-mismatch'],
    });
    await world.appAdmin.changeApp(caller, { signatures: 'off' });
    const good = await world.draft('1.2.4', [{ signature: world.signer.sign(bytes, { version: '1.2.4' }) }]);
    world.interruptions.plan('after keep', demand);
    assert.deepEqual(await world.publish(good), { code: 'published', codes: [] });
    assert.equal((await world.signedBy(good))?.id, world.key.id);
  });

  test('a promoted copy has it, and its version is judged anew', async () => {
    const world = await createGateWorld(require);
    await world.appAdmin.createChannel(caller, 'beta');
    const id = await world.draft(version, [{ signature: world.signer.sign(bytes, { version }) }]);
    await world.publish(id);
    const { release } = await world.promotions.promote(caller, id, { channel: 'beta' });
    assert.equal(release.artifacts[0]?.verdict?.signedBy?.id, world.key.id);
    const counts = countWatched(world);
    assert.equal((await world.publish(release.id)).code, 'published');
    assert.equal(counts.watched, 0, 'bytes and signature are the same');
    const renamed = await world.promotions.promote(caller, id, { channel: 'beta', version: '2.0.0' });
    assert.deepEqual(await world.publish(renamed.release.id), {
      code: 'signature-rejected',
      codes: ['signature-version-differs'],
    });
  });

  test('what was published with a key that was in use is not warned of when it is retired', async () => {
    const world = await createGateWorld();
    const id = await world.draft(version, [{ signature: world.signer.sign(bytes, { version }) }]);
    await world.publish(id);
    world.clock.advance(60);
    await world.appAdmin.changeSigningKey(caller, world.key.id, { state: 'retired' });
    const review = async (of: string) => {
      const release = await world.store.findRelease(app, of);
      assert.ok(release);
      return (await world.reviews.review(release)).map(({ code }) => code);
    };
    assert.deepEqual(await review(id), []);
    world.clock.advance(60);
    const late = await world.draft('1.2.4', [{ signature: world.signer.sign(bytes, { version: '1.2.4' }) }]);
    assert.deepEqual((await world.publish(late)).codes, ['signature-key-retired']);
    assert.deepEqual(await review(late), ['signature-key-retired'], 'also when it is read later');
  });
});

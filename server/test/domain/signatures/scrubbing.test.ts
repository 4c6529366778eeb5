import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSigner } from '../../../../lab/signer.ts';
import { app, bytes, caller, createGateWorld, target } from './gate-world.ts';

const version = '1.2.3';

describe('scrubbing judges signatures', () => {
  test('of what was published before there was a key, and tells who shows the app', async () => {
    const world = await createGateWorld({ signatures: 'off' });
    const signature = world.signer.sign(bytes, { version });
    const id = await world.draft(version, [{ signature }]);
    await world.publish(id);
    assert.equal(await world.signedBy(id), undefined);
    assert.deepEqual((await world.housekeeping.scrub('', 5)).damaged, []);
    assert.equal(await world.signedBy(id), undefined, 'switched off');
    await world.appAdmin.changeApp(caller, { signatures: 'warn' });
    const before = (await world.store.listGenerations([app])).get(app) ?? 0;
    assert.deepEqual((await world.housekeeping.scrub('', 5)).damaged, []);
    assert.equal((await world.signedBy(id))?.id, world.key.id);
    const after = (await world.store.listGenerations([app])).get(app) ?? 0;
    assert.ok(after > before, 'what is shown is loaded anew');
    await world.housekeeping.scrub('', 5);
    assert.equal((await world.store.listGenerations([app])).get(app), after, 'once');
  });

  test('of a key that was added later, and not again of one that was there', async () => {
    const world = await createGateWorld({}, true);
    const late = createSigner();
    const id = await world.draft(version, [{ signature: late.signRaw(bytes) }]);
    assert.deepEqual((await world.publish(id)).codes, ['signature-mismatch']);
    world.clock.advance(1);
    await world.add(late);
    assert.deepEqual((await world.housekeeping.scrub('', 5)).damaged, []);
    assert.notEqual(await world.signedBy(id), undefined);
  });

  test('one that no longer holds is damage', async () => {
    const world = await createGateWorld();
    const id = await world.draft(version, [{ signature: world.signer.sign(bytes, { version }) }]);
    await world.publish(id);
    const [artifact] = (await world.store.findRelease(app, id))?.artifacts ?? [];
    assert.ok(artifact?.verdict);
    assert.deepEqual((await world.housekeeping.scrub('', 5)).damaged, []);
    // Simulates another signature written into the database, with its verdict.
    const signature = world.signer.sign(Buffer.from('others'), { version });
    await world.store.transaction((tx) => tx.putArtifact({ ...artifact, signature }));
    assert.deepEqual((await world.housekeeping.scrub('', 5)).damaged, [artifact.id]);
    const strange = createSigner().sign(bytes, { version });
    await world.store.transaction((tx) => tx.putArtifact({ ...artifact, signature: strange }));
    assert.deepEqual((await world.housekeeping.scrub('', 5)).damaged, [artifact.id]);
  });

  test('a raw one of a key that many others followed still holds', async () => {
    const world = await createGateWorld({}, true);
    const id = await world.draft(version, [{ signature: world.signer.signRaw(bytes) }]);
    await world.publish(id);
    await world.add(createSigner());
    await world.appAdmin.changeSigningKey(caller, world.key.id, { state: 'retired' });
    for (let count = 0; count < 7; count++) await world.add(createSigner());
    assert.deepEqual((await world.housekeeping.scrub('', 5)).damaged, []);
    assert.equal((await world.signedBy(id))?.id, world.key.id);
  });

  test('damaged bytes are damage whoever signed them', async () => {
    const world = await createGateWorld();
    const id = await world.draft(version, [
      { signature: world.signer.sign(bytes, { version }) },
      { target: 'b-c' },
    ]);
    await world.publish(id);
    const artifacts = (await world.store.findRelease(app, id))?.artifacts ?? [];
    for (const { id: artifact, sha256 } of artifacts)
      world.blobs.overwrite(`kept/${artifact}/${sha256}`, Buffer.from('x'.repeat(bytes.length)));
    const { damaged } = await world.housekeeping.scrub('', 5);
    assert.deepEqual(damaged.toSorted(), artifacts.map((one) => one.id).toSorted());
    assert.ok(artifacts.some((one) => one.target === target));
  });
});

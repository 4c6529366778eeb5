import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blobContentOf } from '../../../src/domain/model/artifact.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { admin, createWorld, type World } from '../world.ts';

/* Concurrent garbage collection and publishing: a published release always has its bytes. */

const day = 24 * 3600;
const caller = { app: 'hello', actor: admin };
const version = '1.0.0';
const part = { target: 'linux-x86_64', bytes: Buffer.from('the bytes') };

/** A draft with its bytes as an upload, or a failed publish, left them. */
const setUp = async (place: 'staged' | 'kept') => {
  const world = createWorld();
  await world.appAdmin.createApp({ slug: 'hello' }, admin);
  const draft = await world.drafts.createDraft(caller, { version });
  const artifact = await world.upload('hello', { version }, part);
  const content = blobContentOf(artifact);
  if (place === 'kept') {
    await world.blobs.remove(content.stagedKey);
    world.blobs.overwrite(content.storedKey, part.bytes);
  }
  return { world, id: draft.id, content };
};

const publish = async (world: World, id: string): Promise<string> => {
  try {
    await world.publishing.publish(caller, id);
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const collect = async ({ housekeeping }: World): Promise<number> =>
  (await housekeeping.sweepLeftovers()) +
  (await housekeeping.removeStaleUploads()) +
  (await housekeeping.removeOrphans());

/** Asserts that every active artifact exists; returns whether the release is published. */
const isPublishedWhole = async (world: World, id: string): Promise<boolean> => {
  const release = await world.store.findRelease('hello', id);
  const keys = world.blobs.holds();
  for (const artifact of release?.artifacts ?? [])
    if (artifact.state === 'active')
      assert.ok(keys.includes(blobContentOf(artifact).storedKey), 'published means that the bytes are there');
  return release?.state === 'published';
};

for (const place of ['staged', 'kept'] as const) {
  describe(`an idle draft with ${place} bytes`, () => {
    test('that is published before they are checked keeps them', async () => {
      const { world, id } = await setUp(place);
      world.clock.advance(8 * day);
      let outcome = '';
      world.interruptions.plan('after findArtifactStates', async () => {
        outcome = await publish(world, id);
      });
      assert.equal(await collect(world), 0);
      assert.equal(outcome, 'done');
      assert.equal(await isPublishedWhole(world, id), true);
    });

    test('that is published while they are removed is refused until they are uploaded again', async () => {
      const { world, id } = await setUp(place);
      world.clock.advance(8 * day);
      let outcome = '';
      world.interruptions.plan('before remove', async () => {
        outcome = await publish(world, id);
      });
      assert.equal(await collect(world), 1);
      assert.equal(outcome, 'uploads-incomplete');
      assert.equal(await isPublishedWhole(world, id), false);
      await world.upload('hello', { version }, part);
      assert.equal(await publish(world, id), 'done');
      assert.equal(await isPublishedWhole(world, id), true);
    });

    test('that is uploaded again while they are removed keeps the new ones', async () => {
      const { world, id, content } = await setUp(place);
      world.clock.advance(8 * day);
      world.interruptions.plan('before remove', async () => {
        await world.upload('hello', { version }, part);
      });
      assert.equal(await collect(world), 1);
      // A storage may execute a removal long after the request.
      for (const key of [content.stagedKey, content.storedKey]) await world.blobs.remove(key);
      assert.equal(await publish(world, id), 'done');
      for (const key of [content.stagedKey, content.storedKey]) await world.blobs.remove(key);
      assert.equal(await isPublishedWhole(world, id), true);
    });

    test('is not idle once the same bytes are declared again', async () => {
      const { world, id } = await setUp(place);
      world.clock.advance(8 * day);
      const { sha256, sizeBytes } = blobContentOf(
        await world.upload('hello', { version }, { ...part, target: 'b' }),
      );
      assert.equal(await collect(world), 0);
      world.clock.advance(8 * day);
      world.interruptions.plan('after findArtifactStates', async () => {
        const declaration = { version, target: part.target, format: '.bin', sizeBytes, sha256 };
        const { artifact } = await world.drafts.declare(caller, declaration);
        assert.notEqual(artifact.uploadedAt, undefined, 'what was uploaded is kept');
      });
      assert.equal(await collect(world), 0);
      assert.equal(await publish(world, id), 'done');
    });

    for (const moment of ['before verify', 'after verify', 'before keep', 'after keep'] as const) {
      test(`is published although everything is collected ${moment}`, async () => {
        const { world, id } = await setUp(place);
        world.clock.advance(8 * day);
        world.interruptions.plan(moment, async () => {
          assert.equal(await collect(world), 0);
        });
        assert.equal(await publish(world, id), 'done');
        assert.equal(await isPublishedWhole(world, id), true);
      });

      test(`is not published when it has become idle again ${moment}`, async () => {
        const { world, id } = await setUp(place);
        world.interruptions.plan(moment, async () => {
          world.clock.advance(8 * day);
          assert.equal(await collect(world), 1);
        });
        assert.equal(await publish(world, id), 'uploads-incomplete');
        assert.equal(await isPublishedWhole(world, id), false);
        assert.deepEqual(world.blobs.holds(), []);
      });
    }
  });
}

describe('two concurrent publishes of an idle draft', () => {
  test('both succeed', async () => {
    const { world, id } = await setUp('staged');
    world.clock.advance(8 * day);
    assert.deepEqual(await Promise.all([publish(world, id), publish(world, id)]), ['done', 'done']);
    assert.equal(await isPublishedWhole(world, id), true);
  });
});

describe('a garbage collection that fails', () => {
  for (const [place, days] of [
    ['staged', 0],
    ['kept', 31],
  ] as const)
    test(`before it removes ${place} bytes leaves them to a later run, and no release uses them`, async () => {
      const { world, id } = await setUp(place);
      await world.release('hello', { version: '0.9.0' }, [part.target]);
      world.clock.advance(8 * day);
      world.interruptions.plan('before remove', async () => {
        throw new Refusal('storage-unavailable', 'The storage is away.');
      });
      await assert.rejects(collect(world), { code: 'storage-unavailable' });
      assert.equal(await publish(world, id), 'uploads-incomplete');
      world.clock.advance(days * day);
      assert.equal(await collect(world), 1);
      assert.equal(world.blobs.holds().length, 1, 'only what is published is left');
    });
});

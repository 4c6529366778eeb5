import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blobContentOf } from '../../../src/domain/model/artifact.ts';
import { admin, createWorld } from '../world.ts';

const caller = { app: 'hello', actor: admin };
const targets = ['linux', 'mac', 'windows'];

const worldWith = async () => {
  const world = createWorld();
  await world.appAdmin.createApp({ slug: 'hello' }, admin);
  await world.appAdmin.createChannel(caller, 'beta');
  const id = await world.release('hello', { version: '1.0.0', channel: 'beta' }, targets);
  const promote = (request: { channel?: string; version?: string } = {}) =>
    world.promotions.promote(caller, id, { channel: 'stable', ...request });
  const draftIn = () => world.store.findReleaseByVersion('hello', 'stable', '1.0.0');
  return { ...world, id, promote, draftIn };
};

describe('promoting', () => {
  test('creates a complete draft with its own copy of the bytes, which can be published', async () => {
    const { promote, publishing, store, blobs, id } = await worldWith();
    const original = await store.findRelease('hello', id);
    const { release, warnings } = await promote();
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      [release.state, release.channel, release.version, release.notes, release.pubDate],
      ['draft', 'stable', '1.0.0', original?.notes, original?.pubDate],
    );
    const shapeOf = ({ artifacts = [] }: Partial<typeof release> = {}) =>
      artifacts.map(({ target, sha256, sizeBytes, facts }) => ({ target, sha256, sizeBytes, facts }));
    assert.deepEqual(shapeOf(release), shapeOf(original));
    const ids = new Set([...release.artifacts, ...(original?.artifacts ?? [])].map((one) => one.id));
    assert.equal(ids.size, 6, 'each artifact has bytes of its own');
    const { release: published } = await publishing.publish(caller, release.id);
    for (const artifact of published.artifacts) assert.ok(await blobs.scrub(blobContentOf(artifact)));
    for (const artifact of original?.artifacts ?? []) assert.ok(await blobs.scrub(blobContentOf(artifact)));
  });

  test('copies the policy, and is audited', async () => {
    const { releaseEdits, promote, store, id } = await worldWith();
    const policy = { milestone: { reason: 'first' }, heldTargets: ['mac'] };
    await releaseEdits.edit(caller, id, policy);
    const { release } = await promote({ version: '1.0.1' });
    assert.deepEqual(release.policy, policy);
    const app = await store.findApp('hello');
    const [entry] = (await store.listAudit(app?.id ?? '', { limit: 1 })).items;
    assert.equal(entry?.action, 'release.promote');
    assert.deepEqual(
      [entry?.subject, entry?.detail],
      [release.id, { from: id, channel: 'stable', version: '1.0.1' }],
    );
  });

  test('refuses an unpublished release and a taken version', async () => {
    const { promote, drafts, promotions, withdrawals, id } = await worldWith();
    await assert.rejects(promote({ channel: 'beta' }), { code: 'version-taken' });
    await assert.rejects(promote({ channel: 'nowhere' }), { code: 'channel-missing' });
    const draft = await drafts.createDraft(caller, { version: '2.0.0' });
    const again = (from: string) => promotions.promote(caller, from, { channel: 'beta' });
    await assert.rejects(again(draft.id), { code: 'not-published' });
    await assert.rejects(again('rel_none'), { code: 'not-found' });
    await assert.rejects(promote({ version: 'v2.0.0' }), { code: 'version-taken' });
    await promote();
    await assert.rejects(promote(), { code: 'version-taken' });
    await withdrawals.withdraw(caller, id, 'bad');
    await assert.rejects(promote({ version: '3.0.0' }), { code: 'not-published' });
  });

  test('omits pruned artifacts with a warning', async () => {
    const { promote, withdrawals, id } = await worldWith();
    await withdrawals.prune(caller, id, 'mac');
    const { release, warnings } = await promote();
    assert.deepEqual(
      release.artifacts.map(({ target }) => target),
      ['linux', 'windows'],
    );
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['target-pruned'],
    );
  });

  test('after a crash between two copies, publish refuses the draft and a second promote completes it', async () => {
    const { promote, publishing, interruptions, draftIn } = await worldWith();
    interruptions.plan('before copy', async () => {
      throw new Error('the process died');
    });
    await assert.rejects(promote(), /the process died/);
    const draft = await draftIn();
    assert.equal(draft?.artifacts.length, 3);
    await assert.rejects(publishing.publish(caller, draft?.id ?? ''), { code: 'uploads-incomplete' });
    const { release } = await promote();
    assert.equal(release.id, draft?.id);
    const { release: published } = await publishing.publish(caller, release.id);
    assert.equal(published.state, 'published');
    await assert.rejects(promote(), { code: 'version-taken' });
  });

  test('does not complete a draft with other bytes', async () => {
    const { promote, upload, drafts } = await worldWith();
    await drafts.createDraft(caller, { version: '1.0.0' });
    await assert.rejects(promote(), { code: 'version-taken' });
    for (const target of targets)
      await upload('hello', { version: '1.0.0' }, { target, bytes: Buffer.from(`other ${target}`) });
    await assert.rejects(promote(), { code: 'version-taken' });
  });

  test('concurrent promotes create one draft', async () => {
    const { promote, publishing } = await worldWith();
    const results = await Promise.allSettled([promote(), promote(), promote()]);
    const made = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.release.id] : []));
    assert.ok(made.length >= 1);
    assert.equal(new Set(made).size, 1);
    await publishing.publish(caller, made[0] ?? '');
  });

  test('fails if bytes are missing from the storage', async () => {
    const { promote, blobs, store, id } = await worldWith();
    const original = await store.findRelease('hello', id);
    const [lost] = original?.artifacts ?? [];
    assert.ok(lost);
    await blobs.remove(blobContentOf(lost).storedKey);
    await assert.rejects(promote(), { code: 'artifact-damaged' });
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Artifact, Release } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { World } from '../world.ts';

/** Decisions, part two: the same bytes from beta to stable without uploading. */
export const promoteSection = (world: World): void => {
  const staged = async () => {
    const app = await createPublisher(world);
    await app.client.createChannel(app.slug, { name: 'beta' });
    const image = { target: 'linux-x86_64', fileName: 'Acme.AppImage' };
    const map = { target: 'linux-x86_64.blockmap', companionOf: 'linux-x86_64', format: '.blockmap' };
    const fields = { version: '1.0.0', channel: 'beta', notes: 'Hello.', pubDate: '2026-01-02T03:04:05Z' };
    const { release, artifacts } = await app.publish(fields, [image, map, { target: 'darwin-aarch64' }]);
    const promote = (body: object = { channel: 'stable' }) =>
      app.call('POST', `/releases/${release.id}/promote`, body);
    return { app, release, artifacts, promote };
  };

  const declaredOf = ({ id: _, state: _state, uploadedAt: _at, ...declared }: Artifact) => declared;

  describe('Promote', () => {
    test('201 with a draft of the same bytes, which is published and downloaded without an upload', async () => {
      const { app, release, artifacts, promote } = await staged();
      const answer = await promote();
      assert.equal(answer.status, 201);
      const { release: draft } = answer.json<{ release: Release }>();
      assert.deepEqual(
        [draft.state, draft.channel, draft.version, draft.notes, draft.pubDate],
        ['draft', 'stable', '1.0.0', 'Hello.', release.pubDate],
      );
      assert.notEqual(draft.id, release.id);
      assert.deepEqual(draft.artifacts.map(declaredOf), release.artifacts.map(declaredOf));
      for (const artifact of draft.artifacts) {
        assert.equal(artifact.state, 'declared');
        assert.notEqual(artifact.uploadedAt, null);
      }
      assert.equal((await app.check('stable/linux/x86_64/0.9.0')).status, 204, 'nobody sees a draft');
      const published = await app.client.publishRelease(app.slug, draft.id);
      assert.equal(published.release.state, 'published');
      const { version } = (await app.check('stable/linux/x86_64/0.9.0')).json<{ version: string }>();
      assert.equal(version, '1.0.0');
      for (const { artifact, bytes } of artifacts) {
        assert.deepEqual((await app.download(draft.id, artifact.target)).body, bytes);
        assert.deepEqual((await app.download(release.id, artifact.target)).body, bytes);
      }
    });

    test('each release has its own bytes: pruning one leaves the other', async () => {
      const { app, release, promote } = await staged();
      const { release: draft } = (await promote()).json<{ release: Release }>();
      await app.client.publishRelease(app.slug, draft.id);
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      assertProblem(await app.download(release.id), 410, 'artifact-pruned');
      assert.equal((await app.download(draft.id)).status, 200);
      const again = (await promote({ channel: 'stable', version: '1.0.1' })).json<{ release: Release }>()
        .release;
      assert.deepEqual(
        again.artifacts.map(({ target }) => target),
        ['darwin-aarch64'],
      );
      assert.ok(again.warnings?.some(({ code }) => code === 'target-pruned'));
    });

    test('another version in the same channel, and rejected requests', async () => {
      const { app, release, promote } = await staged();
      assertProblem(await promote({ channel: 'beta' }), 409, 'version-taken');
      assertProblem(await promote({ channel: 'beta', version: 'v1.0.0' }), 409, 'version-taken');
      assert.equal((await promote({ channel: 'beta', version: '1.0.1' })).status, 201);
      assertProblem(await promote({}), 400, 'invalid-fields');
      assertProblem(await promote({ channel: 'nowhere' }), 409, 'channel-missing');
      const { release: draft } = (await promote()).json<{ release: Release }>();
      const problem = assertProblem(await promote(), 409, 'version-taken');
      assert.match(problem.detail, new RegExp(draft.id));
      const ofDraft = await app.call('POST', `/releases/${draft.id}/promote`, { channel: 'beta' });
      assertProblem(ofDraft, 409, 'not-published');
      const unknown = await app.call('POST', '/releases/rel_none/promote', { channel: 'stable' });
      assertProblem(unknown, 404, 'not-found');
      const { entries } = await app.client.listAudit(app.slug);
      const entry = entries.find(({ subject }) => subject === draft.id);
      assert.deepEqual(
        [entry?.action, entry?.detail],
        ['release.promote', { from: release.id, channel: 'stable', version: '1.0.0' }],
      );
    });
  });
};

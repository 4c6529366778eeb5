import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { lazily, unique, type World } from '../world.ts';

const bytes = randomBytes(300_000);

/** Spec 4.6 and the rule of downloads: rejected and still permitted downloads. */
export const refusedDownloadsSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    const piece = { bytes, contentType: 'application/zip', format: '.app.tar.gz' };
    const { release } = await app.publish({ version: '1.2.3+b.1' }, [piece, { target: 'plain-x86_64' }]);
    return { ...app, id: release.id };
  });

  describe('4.6 Artifact download, rejected and permitted', () => {
    test('402: the allowance is exhausted', async () => {
      const app = await createPublisher(world, { allowanceBytes: 0 });
      const { release } = await app.publish();
      assertProblem(await app.download(release.id), 402, 'allowance-exhausted');
    });

    test('404: an unknown artifact', async () => {
      const app = await shared();
      assertProblem(await app.download(app.id, 'linux-riscv64'), 404, 'not-found');
      assertProblem(await app.download(`rel_${unique()}`), 404, 'not-found');
    });

    test('404: the artifact of another app, on this host', async () => {
      const [app, other] = [await shared(), await createPublisher(world)];
      const { release } = await other.publish();
      assertProblem(await app.download(release.id), 404, 'not-found');
      assert.equal((await other.download(release.id)).status, 200);
    });

    test("404: a draft's ID gets the same response as an unknown ID", async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      await app.uploaded(await app.declare(draft));
      const [draftResponse, unknown] = [
        await app.download(draft.id),
        await app.download(`rel_${'0'.repeat(draft.id.length - 4)}`),
      ];
      assertProblem(draftResponse, 404, 'not-found');
      assert.equal(draftResponse.text, unknown.text);
      const comparable = ({ date, 'x-request-id': _, ...headers }: Record<string, unknown>) => headers;
      assert.deepEqual(comparable(draftResponse.headers), comparable(unknown.headers));
    });

    test('410: a pruned artifact; other artifacts of the release still download', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{}, { target: 'darwin-aarch64' }]);
      await app.client.pruneArtifact(app.slug, release.id, 'linux-x86_64');
      assertProblem(await app.download(release.id), 410, 'artifact-pruned');
      assertProblem(await app.download(release.id, 'linux-x86_64', { range: 'bytes=0-1' }), 410);
      assert.equal((await app.download(release.id, 'darwin-aarch64')).status, 200);
    });

    test('the bytes of a withdrawn release still download', async () => {
      const app = await createPublisher(world);
      const { release, artifacts } = await app.publish();
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.deepEqual((await app.download(release.id)).body, artifacts[0]?.bytes);
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Artifact, Release } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher, declarationOf, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const map = { target: 'linux-x86_64.blockmap', format: '.blockmap', companionOf: 'linux-x86_64' };

const artifactOf = async (app: Publisher, id: string, target: string): Promise<Artifact | undefined> => {
  const { release } = (await app.call('GET', `/releases/${id}`)).json<{ release: Release }>();
  return release.artifacts.find((artifact) => artifact.target === target);
};

/** Decisions, part two: extra file details for some updaters, and companion files. */
export const companionsSection = (world: World): void => {
  describe('Companions', () => {
    test('are uploaded and downloaded as any file, and offered and listed nowhere', async () => {
      const app = await createPublisher(world);
      const { release, artifacts } = await app.publish({}, [{}, map]);
      const [main, companion] = artifacts;
      assert.equal((await artifactOf(app, release.id, map.target))?.companionOf, 'linux-x86_64');
      const bytes = await app.download(release.id, map.target);
      assert.equal(bytes.status, 200);
      assert.deepEqual(bytes.body, companion?.bytes);
      for (const page of [await app.latest(), await app.history()]) {
        assert.ok(page.text.includes(main?.artifact.sha256 ?? '?'));
        assert.ok(!page.text.includes(companion?.artifact.sha256 ?? '?'), page.text);
      }
      assert.equal((await app.check('stable/linux/x86_64/0.1.0')).status, 200);
      assert.equal((await app.check('stable/linux/x86_64.blockmap/0.1.0')).status, 204);
      assert.equal((await app.check('stable/linux-x86_64.blockmap/x86_64.blockmap/0.1.0')).status, 204);
      assert.equal((await app.read(`/releases/download/latest/${map.target}`)).status, 404);
    });

    test('do not count as a target of the release, and cause no warning when they are dropped', async () => {
      const app = await createPublisher(world);
      const first = await app.publish({ version: '1.0.0' }, [{}, map]);
      const second = await app.publish({ version: '2.0.0' }, [{}]);
      assert.equal(second.release.warnings, undefined);
      await app.client.withdrawRelease(app.slug, second.release.id, { reason: 'bad' });
      const check = (await app.check('stable/linux/x86_64/0.1.0')).text;
      assert.ok(check.includes(first.release.id));
    });

    test('need their main artifact', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      await app.uploaded(await app.declare(draft, map));
      const refused = await app.call('POST', `/releases/${draft.id}/publish`);
      const [fault] = assertProblem(refused, 409, 'uploads-incomplete').errors ?? [];
      assert.deepEqual([fault?.pointer, fault?.code], [`/artifacts/${map.target}`, 'main-missing']);
      const { version: _, ...declared } = declarationOf('1.0.0', map);
      const review = await app.call('POST', '/releases/review', { version: '1.0.0', artifacts: [declared] });
      const { errors } = review.json<{ review: { errors: { pointer: string; code: string }[] } }>().review;
      assert.deepEqual(
        errors.map(({ pointer, code }) => [pointer, code]),
        [['/artifacts/0/companionOf', 'main-missing']],
      );
      await app.uploaded(await app.declare(draft));
      assert.equal((await app.call('POST', `/releases/${draft.id}/publish`)).status, 200);
    });

    test('are pruned with their main artifact, or alone', async () => {
      const app = await createPublisher(world);
      const other = { ...map, target: 'linux-x86_64.zsync', format: '.zsync' };
      const { release } = await app.publish({}, [{}, map, other]);
      const prune = (target: string) => app.call('POST', `/releases/${release.id}/artifacts/${target}/prune`);
      assert.equal((await prune(other.target)).status, 200);
      assert.equal((await app.download(release.id, other.target)).status, 410);
      assert.equal((await app.download(release.id)).status, 200);
      assert.equal((await prune('linux-x86_64')).status, 200);
      assert.equal((await app.download(release.id)).status, 410);
      assert.equal((await app.download(release.id, map.target)).status, 410);
    });
  });
};

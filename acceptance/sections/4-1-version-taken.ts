import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher, declarationOf } from '../publisher.ts';
import type { World } from '../world.ts';

/** Spec 4.1 and the rules: a version is used once. */
export const versionTakenSection = (world: World): void => {
  describe('4.1 Create a draft, of a version that is taken', () => {
    test('a second draft of a version: 409 that names the existing release', async () => {
      const app = await createPublisher(world);
      const { id } = await app.draft({ version: '1.0.0' });
      const answer = await app.call('POST', '/releases', { version: '1.0.0' });
      assert.ok(assertProblem(answer, 409, 'version-taken').detail.includes(id), answer.text);
    });

    test('a version stays taken when published and when withdrawn, in its channel only', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      const { release } = await app.publish({ version: '1.0.0' });
      const again = () => app.call('POST', '/releases', { version: '1.0.0' });
      assertProblem(await again(), 409, 'version-taken');
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assert.ok(assertProblem(await again(), 409, 'version-taken').detail.includes(release.id));
      const elsewhere = await app.call('POST', '/releases', { version: '1.0.0', channel: 'beta' });
      assert.equal(elsewhere.status, 201);
    });

    test('a leading v or V is not part of a version: taken in every spelling, returned as written', async () => {
      const app = await createPublisher(world);
      await app.client.createChannel(app.slug, { name: 'beta' });
      const { release } = await app.publish({ version: '2.5.0' });
      for (const version of ['v2.5.0', 'V2.5.0'])
        assert.ok(
          assertProblem(
            await app.call('POST', '/releases', { version }),
            409,
            'version-taken',
          ).detail.includes(release.id),
        );
      const written = await app.draft({ version: 'v3.0.0' });
      assert.equal(written.version, 'v3.0.0');
      const again = await app.call('POST', '/releases', { version: '3.0.0' });
      assert.ok(assertProblem(again, 409, 'version-taken').detail.includes(written.id));
      assert.equal((await app.call('POST', '/releases', { version: 'version3.0.0' })).status, 201);
      const elsewhere = await app.call('POST', '/releases', { version: 'v2.5.0', channel: 'beta' });
      assert.equal(elsewhere.status, 201);
      const declared = await app.call('POST', '/artifacts/presign', declarationOf('3.0.0'));
      assertProblem(declared, 409, 'draft-missing');
    });

    test('ten concurrent drafts of one version in three spellings: one is created', async () => {
      const app = await createPublisher(world);
      const versions = Array.from({ length: 10 }, (_, index) => `${['', 'v', 'V'][index % 3]}1.0.0`);
      const tries = versions.map((version) => app.call('POST', '/releases', { version }));
      const statuses = (await Promise.all(tries)).map((answer) => answer.status).sort();
      assert.deepEqual(statuses, [201, ...Array<number>(9).fill(409)]);
    });

    test('ten concurrent drafts of one version: one is created', async () => {
      const app = await createPublisher(world);
      const tries = Array.from({ length: 10 }, () => app.call('POST', '/releases', { version: '1.0.0' }));
      const statuses = (await Promise.all(tries)).map((answer) => answer.status).sort();
      assert.deepEqual(statuses, [201, ...Array<number>(9).fill(409)]);
    });
  });
};

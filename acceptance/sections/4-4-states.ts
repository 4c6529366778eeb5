import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ReleaseResponse } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const publishRows = async (app: Publisher) =>
  (await app.client.listAudit(app.slug, { limit: 100 })).entries.filter(({ action }) =>
    /publish/.test(action),
  );

/** Spec 4.4: publishing again, in other states, and what it verifies. */
export const publishStatesSection = (world: World): void => {
  describe('4.4 Publish, again and in other states', () => {
    test('again: 200 with the same body (idempotent)', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      await app.uploaded(await app.declare(draft));
      const first = await app.call('POST', `/releases/${draft.id}/publish`);
      const second = await app.call('POST', `/releases/${draft.id}/publish`);
      assert.equal(second.status, 200);
      assert.equal(second.text, first.text);
      assert.equal((await publishRows(app)).length, 1);
    });

    test('again with warnings: the same body', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const first = await app.call('POST', `/releases/${draft.id}/publish`);
      assert.deepEqual(Object.keys(first.json()), ['release']);
      assert.ok(first.json<ReleaseResponse>().release.warnings?.length);
      assert.equal((await app.call('POST', `/releases/${draft.id}/publish`)).text, first.text);
    });

    test('again, after another release was published: the latest does not change', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      await app.publish({ version: '2.0.0' });
      await app.call('POST', `/releases/${release.id}/publish`);
      assert.equal((await app.latest()).json().version, '2.0.0');
    });

    test('ten concurrent requests: the same body ten times, one audit row', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      for (const target of ['linux-x86_64', 'darwin-aarch64']) {
        await app.uploaded(await app.declare(draft, { target }));
      }
      const tries = Array.from({ length: 10 }, () => app.call('POST', `/releases/${draft.id}/publish`));
      const answers = await Promise.all(tries);
      assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
      assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
      assert.equal((await publishRows(app)).length, 1);
    });

    test('of a withdrawn release: 409', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish();
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
      assertProblem(await app.call('POST', `/releases/${release.id}/publish`), 409, 'release-withdrawn');
    });

    test('in a channel that became inactive: 409 and still a draft; its checks still respond', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const { id } = await app.draft({ version: '2.0.0' });
      await app.client.changeChannel(app.slug, 'stable', { active: false });
      assertProblem(await app.call('POST', `/releases/${id}/publish`), 409, 'channel-inactive');
      assert.equal((await app.client.getRelease(app.slug, id)).release.state, 'draft');
      const check = await app.check('stable/linux/x86_64/0.1.0');
      assert.equal(check.status, 200);
      assert.equal(check.json().version, '1.0.0');
    });

    test('presign in a channel that became inactive is rejected for any target until it is active again', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '2.0.0' });
      const { artifact } = await app.declare(draft);
      await app.client.changeChannel(app.slug, 'stable', { active: false });
      const { target, format, size, sha256 } = artifact;
      const body = { version: '2.0.0', target, format, size, sha256 };
      for (const json of [body, { ...body, target: 'darwin-aarch64' }])
        assertProblem(await app.call('POST', '/artifacts/presign', json), 409, 'channel-inactive');
      const { release } = await app.client.getRelease(app.slug, draft.id);
      assert.equal(release.artifacts.length, 1);
      const missing = { ...body, version: '3.0.0' };
      assertProblem(await app.call('POST', '/artifacts/presign', missing), 409, 'draft-missing');
      await app.client.changeChannel(app.slug, 'stable', { active: true });
      assert.equal((await app.call('POST', '/artifacts/presign', body)).status, 201);
    });

    test('uploads that are missing or wrong are listed together in one 409, and nothing has changed', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      await app.uploaded(await app.declare(draft, { target: 'linux-x86_64' }));
      await app.upload(await app.declare(draft, { target: 'darwin-aarch64' }), randomBytes(64));
      await app.declare(draft, { target: 'windows-x86_64' });
      const before = await app.client.getRelease(app.slug, draft.id);
      const answer = await app.call('POST', `/releases/${draft.id}/publish`);
      const problem = assertProblem(answer, 409, 'uploads-incomplete');
      assert.equal(problem.errors?.length, 2, answer.text);
      const details = problem.errors.map((error) => `${error.pointer} ${error.detail}`).join('\n');
      assert.match(details, /darwin-aarch64/);
      assert.match(details, /windows-x86_64/);
      assert.doesNotMatch(details, /linux-x86_64/);
      assert.deepEqual(await app.client.getRelease(app.slug, draft.id), before);
      assert.equal((await publishRows(app)).length, 0);
      assert.equal((await app.check('stable/linux/x86_64/0')).status, 204);
      assert.equal((await app.download(draft.id)).status, 404);
    });

    test('the order is by publication, not by creation of the draft', async () => {
      const app = await createPublisher(world);
      const early = await app.draft({ version: '1.0.0' });
      await app.publish({ version: '2.0.0' });
      await app.client.publishRelease(app.slug, early.id);
      assert.equal((await app.latest()).json().version, '1.0.0');
    });
  });
};

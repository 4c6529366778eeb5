import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import { assertSince } from '../since.ts';
import type { World } from '../world.ts';

const stateOf = async (app: Publisher, id: string) =>
  (await app.client.getRelease(app.slug, id)).release.state;

const auditOf = async (app: Publisher) =>
  (await app.client.listAudit(app.slug, { limit: 100 })).entries.length;

/** Spec 3, and the states that the decisions add: every valid transition, and every other rejected. */
export const statesSection = (world: World): void => {
  describe('3 States and transitions', () => {
    test('(none) → draft: a valid body in an active channel answers 201 with the release', async () => {
      const app = await createPublisher(world);
      const answer = await app.call('POST', '/releases', { version: '1.0.0' });
      assert.equal(answer.status, 201);
      assert.equal(answer.json<{ release: { state: string } }>().release.state, 'draft');
    });

    test('draft → published: 200 with the release, the publication time set', async () => {
      const app = await createPublisher(world);
      const { id } = await app.draft();
      const before = Date.now();
      const answer = await app.call('POST', `/releases/${id}/publish`);
      assert.equal(answer.status, 200);
      const { release } = answer.json<{ release: { state: string; publishedAt: string } }>();
      assert.equal(release.state, 'published');
      assertSince(release.publishedAt, before);
    });

    test('published → withdrawn → published: withdraw and restore', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish();
      const withdrawn = await app.client.withdrawRelease(app.slug, release.id, { reason: 'crashes' });
      assert.equal(withdrawn.release.state, 'withdrawn');
      assert.notEqual(withdrawn.release.withdrawnAt, null);
      const restored = await app.client.restoreRelease(app.slug, release.id);
      assert.deepEqual(restored.release, release);
    });

    test('draft → (none): deleted with 204, then unknown', async () => {
      const app = await createPublisher(world);
      const { id } = await app.draft();
      const answer = await app.call('DELETE', `/releases/${id}`);
      assert.equal(answer.status, 204);
      assert.equal(answer.text, '');
      assertProblem(await app.call('GET', `/releases/${id}`), 404, 'not-found');
      assertProblem(await app.call('POST', `/releases/${id}/publish`), 404, 'not-found');
    });

    test('artifact: declared → active with publish → pruned', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const declared = await app.uploaded(await app.declare(draft));
      assert.equal(declared.artifact.state, 'declared');
      const { release } = await app.client.publishRelease(app.slug, draft.id);
      assert.equal(release.artifacts[0]?.state, 'active');
      const { artifact } = await app.client.pruneArtifact(app.slug, draft.id, 'linux-x86_64');
      assert.equal(artifact.state, 'pruned');
    });

    const refusals: [string, 'draft' | 'published' | 'withdrawn', string, string, object | undefined][] = [
      ['a draft is not withdrawn', 'draft', 'POST', '/withdraw', { reason: 'no' }],
      ['a draft is not restored', 'draft', 'POST', '/restore', undefined],
      ['a published release is not deleted', 'published', 'DELETE', '', undefined],
      ['a withdrawn release is not deleted', 'withdrawn', 'DELETE', '', undefined],
      ['a withdrawn release is not published', 'withdrawn', 'POST', '/publish', undefined],
      [
        'an artifact that was never active is not pruned',
        'draft',
        'POST',
        '/artifacts/linux-x86_64/prune',
        undefined,
      ],
    ];
    for (const [what, state, method, path, body] of refusals) {
      test(`${what}: 409, nothing changed, nothing in the audit log`, async () => {
        const app = await createPublisher(world);
        const draft = await app.draft();
        await app.uploaded(await app.declare(draft));
        if (state !== 'draft') await app.client.publishRelease(app.slug, draft.id);
        if (state === 'withdrawn') await app.client.withdrawRelease(app.slug, draft.id, { reason: 'x' });
        const before = [await auditOf(app), await app.client.getRelease(app.slug, draft.id)];
        assertProblem(await app.call(method, `/releases/${draft.id}${path}`, body), 409);
        assert.deepEqual([await auditOf(app), await app.client.getRelease(app.slug, draft.id)], before);
        assert.equal(await stateOf(app, draft.id), state);
      });
    }

    const repeats: [string, string, object | undefined][] = [
      ['withdraw', '/withdraw', { reason: 'twice' }],
      ['restore', '/restore', undefined],
      ['prune', '/artifacts/linux-x86_64/prune', undefined],
    ];
    for (const [what, path, body] of repeats) {
      test(`${what} a second time changes nothing: 200 or 409, one audit row`, async () => {
        const app = await createPublisher(world);
        const { release } = await app.publish();
        if (what === 'restore') await app.client.withdrawRelease(app.slug, release.id, { reason: 'x' });
        assert.equal((await app.call('POST', `/releases/${release.id}${path}`, body)).status, 200);
        const before = [await auditOf(app), await app.client.getRelease(app.slug, release.id)];
        const again = await app.call('POST', `/releases/${release.id}${path}`, body);
        assert.ok([200, 409].includes(again.status), again.text);
        assert.deepEqual([await auditOf(app), await app.client.getRelease(app.slug, release.id)], before);
      });
    }
  });
};

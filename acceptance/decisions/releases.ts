import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Release, ReleaseState } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { membersIn } from '../sections/4-1-create-draft.ts';
import { artifactMembers } from '../sections/4-2-declare.ts';
import { unique, type World } from '../world.ts';

/** Decisions, "Management API" and "Objects": releases and artifacts as publishers see them. */
export const releasesSection = (world: World): void => {
  describe('Releases', () => {
    test('GET one: the release and its artifacts, member by member', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({}, [{ signature: 's', contentType: 'application/zip' }]);
      const answer = await app.call('GET', `/releases/${release.id}`);
      assert.equal(answer.status, 200);
      const read = answer.json<{ release: Release }>().release;
      assert.deepEqual(Object.keys(read), membersIn.published);
      assert.deepEqual(read, release);
      const [artifact] = read.artifacts;
      assert.deepEqual(Object.keys(artifact ?? {}), artifactMembers);
      assert.equal(artifact?.size, 64, 'a number in the publishing API');
      assert.notEqual(artifact?.uploadedAt, null);
      assertProblem(await app.call('GET', `/releases/rel_${unique()}`), 404, 'not-found');
    });

    test('PATCH: the notes of a draft and of a published release, which are then public', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '1.0.0', notes: 'one' });
      const change = (notes: unknown) => app.call('PATCH', `/releases/${draft.id}`, { notes });
      assert.equal((await change('two')).json<{ release: Release }>().release.notes, 'two');
      const { release } = await app.client.publishRelease(app.slug, draft.id);
      assert.equal(release.notes, 'two');
      assert.equal((await change('three')).status, 200);
      assert.equal((await app.latest()).json().notes, 'three');
      assert.deepEqual((await app.client.getRelease(app.slug, draft.id)).release, {
        ...release,
        notes: 'three',
      });
      for (const notes of ['n'.repeat(65_537), 5]) assertInvalid(await change(notes), 'notes');
      assert.equal((await change('é'.repeat(32_768))).status, 200);
      assert.equal((await change(null)).json<{ release: Release }>().release.notes, '', 'null unsets');
      assert.equal((await app.latest()).json().notes, '');
    });

    test('PATCH: nothing but the notes', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      for (const body of [{ version: '9.9.9' }, { state: 'draft' }, { notes: 'x', channel: 'beta' }, {}]) {
        assertProblem(await app.call('PATCH', `/releases/${release.id}`, body), 400);
      }
      assert.deepEqual((await app.client.getRelease(app.slug, release.id)).release, release);
    });

    test('DELETE: drafts only', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft({ version: '1.0.0' });
      const { release } = await app.publish({ version: '2.0.0' });
      assert.equal((await app.call('DELETE', `/releases/${draft.id}`)).status, 204);
      assertProblem(await app.call('DELETE', `/releases/${release.id}`), 409, 'not-a-draft');
      const left: ReleaseState[] = (await app.client.listReleases(app.slug)).releases.map(
        ({ state }) => state,
      );
      assert.deepEqual(left, ['published']);
    });

    for (const [reason, status] of [
      ['r', 200],
      ['r'.repeat(500), 200],
      ['r'.repeat(501), 400],
      ['', 400],
      [undefined, 400],
      [null, 400],
      [5, 400],
    ] as const) {
      test(`withdraw: a reason of ${String(reason).slice(0, 9)} (${String(reason).length}): ${status}`, async () => {
        const app = await createPublisher(world);
        const { release } = await app.publish();
        const answer = await app.call('POST', `/releases/${release.id}/withdraw`, { reason });
        assert.equal(answer.status, status, answer.text);
        if (status === 400) assertInvalid(answer, 'reason');
      });
    }

    test('prune: 200 with the artifact; an unknown target or release is 404', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish();
      const prune = (id: string, target: string) =>
        app.call('POST', `/releases/${id}/artifacts/${target}/prune`);
      assertProblem(await prune(release.id, 'windows-x86_64'), 404, 'not-found');
      assertProblem(await prune(`rel_${unique()}`, 'linux-x86_64'), 404, 'not-found');
      const answer = await prune(release.id, 'linux-x86_64');
      assert.equal(answer.status, 200);
      const { artifact, ...rest } = answer.json<{ artifact: Record<string, unknown> }>();
      assert.deepEqual(rest, {});
      assert.deepEqual(artifact, { ...release.artifacts[0], state: 'pruned' });
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReleaseResponse } from '@slipway/api';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { unique, type World } from '../world.ts';
import { membersIn } from './4-1-create-draft.ts';

/** Spec 4.4: POST /v1/apps/{app-slug}/releases/{release-id}/publish, and what publishing verifies. */
export const publishSection = (world: World): void => {
  describe('4.4 Publish', () => {
    test('200 with the release, and nothing else if there are no warnings', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      await app.uploaded(await app.declare(draft));
      const answer = await app.call('POST', `/releases/${draft.id}/publish`);
      assert.equal(answer.status, 200);
      const body = answer.json<ReleaseResponse>();
      assert.deepEqual(Object.keys(body), ['release']);
      assert.deepEqual(Object.keys(body.release), membersIn.published);
      const { publishedBy, ...release } = body.release;
      assert.equal(publishedBy, 'everything', 'the name of the key');
      assert.deepEqual(
        { ...release, publishedAt: null, artifacts: [] },
        { ...draft, state: 'published', artifacts: [] },
      );
      assert.equal(body.release.artifacts[0]?.state, 'active');
    });

    test('no body is needed, and an empty JSON body is accepted', async () => {
      const app = await createPublisher(world);
      const bare = await app.draft({ version: '1.0.0' });
      const typed = await app.draft({ version: '1.1.0' });
      const publish = (id: string, headers: Record<string, string>) =>
        world.send({
          url: `${world.deployed().baseUrl}/v1/apps/${app.slug}/releases/${id}/publish`,
          method: 'POST',
          headers: { authorization: `Bearer ${app.key}`, ...headers },
        });
      assert.equal((await publish(bare.id, {})).status, 200);
      const answer = await publish(typed.id, { 'content-type': 'application/json', 'content-length': '0' });
      assert.equal(answer.status, 200, answer.text);
    });

    test('without a body the content type is ignored, and {} equals no body', async () => {
      const app = await createPublisher(world);
      const publish = async (version: string, headers: Record<string, string>, body?: string) => {
        const { id } = await app.draft({ version });
        const answer = await world.send({
          url: `${world.deployed().baseUrl}/v1/apps/${app.slug}/releases/${id}/publish`,
          method: 'POST',
          headers: { authorization: `Bearer ${app.key}`, ...headers },
          ...(body === undefined ? {} : { body }),
        });
        return { id, answer };
      };
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'garbage',
        ';;;',
      ];
      for (const [index, type] of types.entries()) {
        const { answer } = await publish(`1.0.${index}`, { 'content-type': type });
        assert.equal(answer.status, 200, `${type}: ${answer.text}`);
        const empty = { 'content-type': type, 'transfer-encoding': 'chunked' };
        assert.equal((await publish(`1.1.${index}`, empty)).answer.status, 200, type);
      }
      const json = { 'content-type': 'application/json' };
      assert.equal((await publish('2.0.0', json, '{}')).answer.status, 200);
      assert.equal((await publish('2.0.1', {}, ' { } ')).answer.status, 200);
      const bodies = ['{"version":"1"}', '[]', 'null', '5', '{', 'words', '{"a":null}'];
      for (const [index, body] of bodies.entries()) {
        const { id, answer } = await publish(`3.0.${index}`, index % 2 === 0 ? json : {}, body);
        assertProblem(answer, 400);
        assert.equal((await app.client.getRelease(app.slug, id)).release.state, 'draft', body);
      }
    });

    test('an unknown release: 404', async () => {
      const app = await createPublisher(world);
      assertProblem(await app.call('POST', `/releases/${unique('rel')}/publish`), 404, 'not-found');
    });

    test('the release of another app: the same 404', async () => {
      const [app, other] = [await createPublisher(world), await createPublisher(world)];
      const { id } = await other.draft();
      const foreign = await app.call('POST', `/releases/${id}/publish`);
      const unknown = await app.call('POST', `/releases/rel_${'0'.repeat(id.length - 4)}/publish`);
      assertProblem(foreign, 404, 'not-found');
      assert.equal(foreign.text, unknown.text);
      assert.equal((await other.client.getRelease(other.slug, id)).release.state, 'draft');
    });
  });
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import { assertSince } from '../since.ts';
import { lazily, unique, type World } from '../world.ts';

/** The fields of a release, in the order of the decisions. */
const releaseMembers = [
  'id',
  'app',
  'channel',
  'version',
  'notes',
  'state',
  'pubDate',
  'publishedAt',
  'withdrawnAt',
  'createdAt',
  'artifacts',
];

/** The same by state: actors are included once they have acted. */
export const membersIn = {
  draft: releaseMembers,
  published: [...releaseMembers, 'publishedBy'],
  withdrawn: [...releaseMembers, 'publishedBy', 'withdrawnBy', 'withdrawReason'],
};

/** Spec 4.1: POST /v1/apps/{app-slug}/releases. */
export const createDraftSection = (world: World): void => {
  const shared = lazily(() => createPublisher(world));

  /** Sends raw text with the given content type. */
  const post = async (body: string, contentType?: string) => {
    const app = await shared();
    return world.send({
      url: `${world.deployed().baseUrl}/v1/apps/${app.slug}/releases`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.key}`,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      body,
    });
  };

  describe('4.1 Create a draft', () => {
    test('201 with the release and nothing else', async () => {
      const app = await createPublisher(world);
      const before = Date.now();
      const answer = await app.call('POST', '/releases', {
        version: '1.2.3',
        channel: 'stable',
        notes: 'First',
        pubDate: '2026-01-02T03:04:05Z',
      });
      assert.equal(answer.status, 201);
      assert.match(String(answer.headers['content-type']), /^application\/json\b/);
      const { release, ...rest } = answer.json<{ release: Record<string, unknown> }>();
      assert.deepEqual(rest, {});
      assert.deepEqual(Object.keys(release), releaseMembers);
      const { id, createdAt, pubDate, ...fields } = release;
      assert.match(String(id), /^rel_/);
      assert.equal(Date.parse(String(pubDate)), Date.parse('2026-01-02T03:04:05Z'));
      assertSince(createdAt, before);
      assert.deepEqual(fields, {
        app: app.slug,
        channel: 'stable',
        version: '1.2.3',
        notes: 'First',
        state: 'draft',
        publishedAt: null,
        withdrawnAt: null,
        artifacts: [],
      });
    });

    test('only the version is required', async () => {
      const app = await createPublisher(world);
      assert.equal((await app.call('POST', '/releases', { version: '1' })).status, 201);
    });

    test('the content type is JSON, with parameters or without', async () => {
      const body = () => JSON.stringify({ version: unique('1') });
      assert.equal((await post(body(), 'application/json')).status, 201);
      assert.equal((await post(body(), 'application/json; charset=utf-8')).status, 201);
      assert.equal((await post(body(), 'APPLICATION/JSON')).status, 201);
    });

    for (const contentType of [
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
    ]) {
      test(`content type ${contentType ?? '(none)'}: 415`, async () => {
        assertProblem(await post(JSON.stringify({ version: '1.0.0' }), contentType), 415, 'not-json');
      });
    }

    for (const body of ['', '{', '{"version":"1"', '{version:1}', '{"version":"1"} x', '\ufeff']) {
      test(`a body that is ${JSON.stringify(body)}: 400`, async () => {
        assertProblem(await post(body, 'application/json'), 400);
      });
    }
    for (const body of ['[]', '"1.0.0"', 'null', '5', '[{"version":"1"}]']) {
      test(`a body of another JSON kind, ${body}: 400`, async () => {
        assertProblem(await post(body, 'application/json'), 400);
      });
    }

    test('an app that does not exist: 404', async () => {
      const path = `/v1/apps/${unique('nobody')}/releases`;
      const key = world.deployed().adminKey;
      const answer = await world.call({ method: 'POST', path, key, body: { version: '1' } });
      assertProblem(answer, 404, 'not-found');
    });
  });
};

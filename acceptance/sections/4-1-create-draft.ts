import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher, declarationOf } from '../publisher.ts';
import { assertSince } from '../since.ts';
import { lazily, unique, type World } from '../world.ts';

/** The members of a release, in the order of the decisions. */
export const releaseMembers = [
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

/** Spec 4.1: POST /v1/apps/{app-slug}/releases. */
export const createDraftSection = (world: World): void => {
  const shared = lazily(() => createPublisher(world));

  /** Sends the text as it is, with the content type that is given. */
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

    test('a leading v or V is not part of a version: taken in every spelling, shown as it was written', async () => {
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

    test('ten drafts of one version in three spellings at once: one is made', async () => {
      const app = await createPublisher(world);
      const versions = Array.from({ length: 10 }, (_, index) => `${['', 'v', 'V'][index % 3]}1.0.0`);
      const tries = versions.map((version) => app.call('POST', '/releases', { version }));
      const statuses = (await Promise.all(tries)).map((answer) => answer.status).sort();
      assert.deepEqual(statuses, [201, ...Array<number>(9).fill(409)]);
    });

    test('ten drafts of one version at once: one is made', async () => {
      const app = await createPublisher(world);
      const tries = Array.from({ length: 10 }, () => app.call('POST', '/releases', { version: '1.0.0' }));
      const statuses = (await Promise.all(tries)).map((answer) => answer.status).sort();
      assert.deepEqual(statuses, [201, ...Array<number>(9).fill(409)]);
    });

    test('an app that does not exist: 404', async () => {
      const path = `/v1/apps/${unique('nobody')}/releases`;
      const key = world.deployed().adminKey;
      const answer = await world.call({ method: 'POST', path, key, body: { version: '1' } });
      assertProblem(answer, 404, 'not-found');
    });
  });
};

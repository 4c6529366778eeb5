import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher, declarationOf, sha256 } from '../publisher.ts';
import { assertSince } from '../since.ts';
import { unique, type World } from '../world.ts';

/** The fields of an artifact, in the order of the decisions. */
export const artifactMembers = [
  'id',
  'target',
  'format',
  'size',
  'sha256',
  'signature',
  'contentType',
  'state',
  'uploadedAt',
];

/** Spec 4.2: POST /v1/apps/{app-slug}/artifacts/presign, and the rules of declaring again. */
export const declareSection = (world: World): void => {
  describe('4.2 Declare an artifact', () => {
    test('201 with artifact, uploadUrl and headers, and nothing else', async () => {
      const app = await createPublisher(world);
      await app.draft({ version: '1.0.0' });
      const bytes = randomBytes(64);
      const body = declarationOf('1.0.0', { bytes, signature: 'sig', contentType: 'application/zip' });
      const answer = await app.call('POST', '/artifacts/presign', body);
      assert.equal(answer.status, 201);
      const presigned = answer.json<{ artifact: Record<string, unknown> }>();
      assert.deepEqual(Object.keys(presigned), ['artifact', 'uploadUrl', 'headers']);
      assert.deepEqual(Object.keys(presigned.artifact), artifactMembers);
      const { id, ...fields } = presigned.artifact;
      assert.match(String(id), /^art_/);
      assert.deepEqual(fields, {
        target: 'linux-x86_64',
        format: '.AppImage',
        size: 64,
        sha256: sha256(bytes),
        signature: 'sig',
        contentType: 'application/zip',
        state: 'declared',
        uploadedAt: null,
      });
    });

    test('headers has the server-side encryption header; every value is a string', async () => {
      const app = await createPublisher(world);
      const { headers } = await app.declare(await app.draft());
      assert.equal(headers['x-amz-server-side-encryption'], 'AES256');
      for (const value of Object.values(headers)) assert.equal(typeof value, 'string');
    });

    test('uploadUrl is not on the service host', async () => {
      const app = await createPublisher(world);
      const { uploadUrl } = await app.declare(await app.draft());
      const host = new URL(uploadUrl).host;
      assert.notEqual(host, new URL(world.deployed().baseUrl).host);
      assert.notEqual(host, new URL(app.publicUrl).host);
    });

    test('uploadedAt of a draft’s artifacts shows which uploads are complete', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const declared = await app.declare(draft);
      const uploadedAt = async () =>
        (await app.client.getRelease(app.slug, draft.id)).release.artifacts[0]?.uploadedAt;
      assert.equal(await uploadedAt(), null);
      const before = Date.now();
      await app.uploaded(declared);
      assertSince(await uploadedAt(), before);
    });

    test('the same target, size and SHA-256 again: the upload stays, and earlier URLs stay valid', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const bytes = randomBytes(100);
      const first = await app.uploaded(await app.declare(draft, { bytes }));
      const second = await app.declare(draft, { bytes });
      assert.equal(second.artifact.id, first.artifact.id);
      assert.notEqual(second.artifact.uploadedAt, null);
      assert.ok((await app.upload(first)).status < 300, 'the earlier URL');
      assert.ok((await app.upload(second)).status < 300, 'the later URL');
      const { release } = await app.client.publishRelease(app.slug, draft.id);
      assert.equal(release.artifacts.length, 1);
      assert.deepEqual((await app.download(draft.id)).body, bytes);
    });

    test('the same bytes again without a second upload can be published', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const bytes = randomBytes(100);
      await app.uploaded(await app.declare(draft, { bytes }));
      await app.declare(draft, { bytes, signature: 'added later' });
      const { release } = await app.client.publishRelease(app.slug, draft.id);
      assert.equal(release.artifacts[0]?.signature, 'added later');
    });

    test('the same target with other bytes: uploads to an old URL are never used', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const old = await app.uploaded(await app.declare(draft, { bytes: randomBytes(100) }));
      const renewed = await app.declare(draft, { bytes: randomBytes(100) });
      assert.equal(renewed.artifact.uploadedAt, null, 'the old upload no longer counts');
      assertProblem(await app.call('POST', `/releases/${draft.id}/publish`), 409, 'uploads-incomplete');
      await app.uploaded(renewed);
      await app.upload(old);
      await app.client.publishRelease(app.slug, draft.id);
      await app.upload(old);
      await app.upload(renewed, randomBytes(100));
      assert.deepEqual((await app.download(draft.id)).body, renewed.bytes);
    });

    test('twenty targets declared at once are all there, each once', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const targets = Array.from({ length: 20 }, (_, index) => `os${index % 10}-x86_64`);
      await Promise.all(targets.map((target) => app.declare(draft, { target, bytes: Buffer.from(target) })));
      const { release } = await app.client.getRelease(app.slug, draft.id);
      assert.deepEqual(release.artifacts.map(({ target }) => target).sort(), [...new Set(targets)].sort());
    });

    test('one target declared ten times at once with other bytes each: one artifact, whole', async () => {
      const app = await createPublisher(world);
      const draft = await app.draft();
      const declared = await Promise.all(Array.from({ length: 10 }, () => app.declare(draft)));
      const { artifacts } = (await app.client.getRelease(app.slug, draft.id)).release;
      assert.equal(artifacts.length, 1);
      const winner = declared.find((one) => one.artifact.sha256 === artifacts[0]?.sha256);
      assert.ok(winner);
      await Promise.all(declared.map((one) => app.upload(one)));
      await app.client.publishRelease(app.slug, draft.id);
      assert.deepEqual((await app.download(draft.id)).body, winner.bytes);
    });

    test('an app that does not exist: 404', async () => {
      const path = `/v1/apps/${unique('nobody')}/artifacts/presign`;
      const key = world.deployed().adminKey;
      const answer = await world.call({ method: 'POST', path, key, body: declarationOf('1.0.0') });
      assertProblem(answer, 404, 'not-found');
    });
  });
};

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertProblem } from '../problem.ts';
import { createPublisher, type DeclaredArtifact } from '../publisher.ts';
import type { World } from '../world.ts';

/** Multipart uploads: an extra field on request, and one more call to join the parts. */
export const partsSection = (world: World): void => {
  const declared = async (bytes = randomBytes(1000)) => {
    const app = await createPublisher(world);
    const draft = await app.draft({ version: '1.0.0' });
    return { app, draft, declared: await app.declare(draft, { parts: true, bytes }) };
  };
  /** Sends every part; returns the ETags. */
  const sendParts = async ({ parts, bytes }: DeclaredArtifact) => {
    assert.ok(parts);
    const etags: string[] = [];
    for (const [index, url] of parts.urls.entries()) {
      const body = bytes.subarray(index * parts.partSize, (index + 1) * parts.partSize);
      const answer = await world.put({ url, body });
      assert.ok(answer.status < 300, answer.text);
      etags.push(String(answer.headers.etag));
    }
    return etags;
  };
  const completion = ({ parts }: DeclaredArtifact, etags: string[]) => ({
    version: '1.0.0',
    target: 'linux-x86_64',
    uploadId: parts?.uploadId ?? '',
    etags,
  });

  describe('Uploads in parts', () => {
    test('the response has upload URLs for parts only on request', async () => {
      const upload = await declared();
      assert.deepEqual(Object.keys(upload.declared.parts ?? {}), [
        'uploadId',
        'partSize',
        'urls',
        'uploaded',
      ]);
      assert.equal(upload.declared.parts?.urls.length, 1);
      const plain = await upload.app.declare(upload.draft, { target: 'plain' });
      assert.equal(plain.parts, undefined);
    });

    test('two parts, completed, published and downloaded as one', async () => {
      const first = await declared();
      const partSize = first.declared.parts?.partSize ?? 0;
      const upload = await declared(randomBytes(partSize + 1));
      assert.equal(upload.declared.parts?.urls.length, 2);
      const body = completion(upload.declared, await sendParts(upload.declared));
      const answer = await upload.app.call('POST', '/artifacts/complete', body);
      assert.equal(answer.status, 200, answer.text);
      const { artifact } = answer.json<{ artifact: { uploadedAt: string } }>();
      assert.notEqual(artifact.uploadedAt, null);
      await upload.app.client.publishRelease(upload.app.slug, upload.draft.id);
      assert.ok((await upload.app.download(upload.draft.id)).body.equals(upload.declared.bytes));
    });

    test('parts that are not completed: publish is rejected with uploads-incomplete', async () => {
      const { app, draft, declared: upload } = await declared();
      await sendParts(upload);
      assertProblem(await app.call('POST', `/releases/${draft.id}/publish`), 409, 'uploads-incomplete');
    });

    test('a single upload still works after parts were requested', async () => {
      const { app, draft, declared: upload } = await declared();
      await app.uploaded(upload);
      assert.equal((await app.call('POST', `/releases/${draft.id}/publish`)).status, 200);
    });

    test('complete: no such draft, artifact or upload is 409', async () => {
      const { app, declared: upload } = await declared();
      const etags = await sendParts(upload);
      const complete = (change: object) =>
        app.call('POST', '/artifacts/complete', { ...completion(upload, etags), ...change });
      assertProblem(await complete({ version: '9.9.9' }), 409, 'draft-missing');
      assertProblem(await complete({ target: 'windows' }), 409, 'upload-missing');
      assertProblem(await complete({ uploadId: 'none' }), 409, 'upload-missing');
      assert.equal((await complete({})).status, 200);
    });
  });
};

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { dial } from '../dial.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, type DeclaredArtifact } from '../publisher.ts';
import type { World } from '../world.ts';

/** Spec 4.3: PUT {uploadUrl}. Storages reject with different responses. */
export const uploadSection = (world: World): void => {
  const declaredDraft = async (bytes = randomBytes(256)) => {
    const app = await createPublisher(world);
    const draft = await app.draft();
    return { app, draft, declared: await app.declare(draft, { bytes, contentType: 'application/zip' }) };
  };

  const put = (
    declared: DeclaredArtifact,
    change: { headers?: Record<string, string>; body?: Buffer; url?: string },
  ) =>
    world.put({
      url: change.url ?? declared.uploadUrl,
      headers: change.headers ?? declared.headers,
      body: change.body ?? declared.bytes,
    });

  const assertRefused = (status: number) =>
    assert.ok(status >= 400 && status < 500, `refused with ${status}`);

  /** Publishing after a rejected upload names the target and leaves a draft; the right bytes then pass. */
  const assertStillWaiting = async ({ app, draft, declared }: Awaited<ReturnType<typeof declaredDraft>>) => {
    assertProblem(await app.call('POST', `/releases/${draft.id}/publish`), 409, 'uploads-incomplete');
    await app.uploaded(declared);
    assert.equal((await app.call('POST', `/releases/${draft.id}/publish`)).status, 200);
    assert.deepEqual((await app.download(draft.id)).body, declared.bytes);
  };

  describe('4.3 Upload bytes', () => {
    test('with every returned header and the exact bytes, without the publish key', async () => {
      const { app, draft, declared } = await declaredDraft();
      assert.ok(!Object.keys(declared.headers).some((name) => name.toLowerCase() === 'authorization'));
      assert.ok((await app.upload(declared)).status < 300);
      await app.client.publishRelease(app.slug, draft.id);
      assert.deepEqual((await app.download(draft.id)).body, declared.bytes);
    });

    test('the same URL works for a retry', async () => {
      const { app, draft, declared } = await declaredDraft();
      await app.uploaded(declared);
      await app.uploaded(declared);
      assert.equal((await app.call('POST', `/releases/${draft.id}/publish`)).status, 200);
    });

    test('without the server-side encryption header: refused', async () => {
      const upload = await declaredDraft();
      const { 'x-amz-server-side-encryption': _, ...headers } = upload.declared.headers;
      assertRefused((await put(upload.declared, { headers })).status);
      await assertStillWaiting(upload);
    });

    test('with any one of the returned headers changed: refused', async () => {
      const upload = await declaredDraft();
      for (const name of Object.keys(upload.declared.headers)) {
        if (['content-length', 'host'].includes(name.toLowerCase())) continue;
        const headers = { ...upload.declared.headers, [name]: 'other/value' };
        assertRefused((await put(upload.declared, { headers })).status);
      }
      await assertStillWaiting(upload);
    });

    for (const [what, length] of [
      ['one byte less', 255],
      ['one byte more', 257],
      ['nothing', 0],
    ] as const) {
      test(`${what} than the declared size: refused`, async () => {
        const upload = await declaredDraft();
        const headers = { ...upload.declared.headers };
        for (const name of Object.keys(headers)) {
          if (name.toLowerCase() === 'content-length') headers[name] = String(length);
        }
        assertRefused((await put(upload.declared, { body: randomBytes(length), headers })).status);
        await assertStillWaiting(upload);
      });
    }

    test('other bytes of the same size are never published', async () => {
      const upload = await declaredDraft();
      await put(upload.declared, { body: randomBytes(256) });
      await assertStillWaiting(upload);
    });

    test('an aborted upload leaves nothing behind, and the same URL works for a retry', async () => {
      const upload = await declaredDraft(randomBytes(100_000));
      const abort = new AbortController();
      const broken = dial({
        url: upload.declared.uploadUrl,
        method: 'PUT',
        headers: { ...upload.declared.headers, 'content-length': '100000' },
        body: upload.declared.bytes.subarray(0, 50_000),
        unfinished: true,
        signal: abort.signal,
      });
      setTimeout(() => abort.abort(), 100);
      await assert.rejects(broken);
      const { release } = await upload.app.client.getRelease(upload.app.slug, upload.draft.id);
      assert.equal(release.artifacts[0]?.uploadedAt, null);
      await assertStillWaiting(upload);
    });

    test('a URL whose signature, key or expiry was changed: refused', async () => {
      const upload = await declaredDraft();
      const url = new URL(upload.declared.uploadUrl);
      for (const [name, value] of url.searchParams) {
        const changed = new URL(url);
        changed.searchParams.set(name, `${value.startsWith('1') ? '2' : '1'}${value.slice(1)}`);
        assertRefused((await put(upload.declared, { url: changed.href })).status);
      }
      const elsewhere = url.href.replace(url.pathname, `${url.pathname.slice(0, -1)}0x`);
      assertRefused((await put(upload.declared, { url: elsewhere })).status);
      assertRefused((await put(upload.declared, { url: url.href.replace(/\?.*/, '') })).status);
      await assertStillWaiting(upload);
    });

    test('the URL is valid only for PUT', async () => {
      const { app, declared } = await declaredDraft();
      await app.uploaded(declared);
      for (const method of ['GET', 'DELETE', 'POST']) {
        const { headers, uploadUrl: url } = declared;
        assertRefused((await world.send({ url, method, headers })).status);
      }
    });

    test('after publish an upload to the old URL changes nothing that is served', async () => {
      const { app, draft, declared } = await declaredDraft();
      await app.uploaded(declared);
      await app.client.publishRelease(app.slug, draft.id);
      await app.upload(declared);
      await app.upload(declared, randomBytes(256));
      const answer = await app.download(draft.id);
      assert.deepEqual(answer.body, declared.bytes);
      assert.equal(answer.headers.etag, `"${declared.artifact.sha256}"`);
    });
  });
};

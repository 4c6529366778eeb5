import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { createPublisher, sha256 } from '../publisher.ts';
import { lazily, type World } from '../world.ts';

const bytes = randomBytes(300_000);
const size = bytes.length;
const etag = `"${sha256(bytes)}"`;

/** Spec 4.6 and the rule of downloads: headers, ranges, conditions and refusals. */
export const downloadSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    const piece = { bytes, contentType: 'application/zip', format: '.app.tar.gz' };
    const { release } = await app.publish({ version: '1.2.3+b.1' }, [piece, { target: 'plain-x86_64' }]);
    return { ...app, id: release.id };
  });
  const get = async (headers: Record<string, string> = {}) => {
    const app = await shared();
    return app.download(app.id, 'linux-x86_64', headers);
  };

  describe('4.6 Artifact download', () => {
    test('200 with the exact bytes and their length, at the url that the check gives', async () => {
      const app = await shared();
      const { url } = (await app.check('stable/linux/x86_64/1.0.0')).json();
      const answer = await world.send({ url: String(url) });
      assert.equal(answer.status, 200);
      assert.ok(answer.body.equals(bytes));
      assert.equal(answer.headers['content-length'], String(size));
      assert.equal(answer.headers['transfer-encoding'], undefined);
    });

    test('a filename of the public slug, the version, the target and the format', async () => {
      const { headers } = await get();
      const { publicSlug } = await shared();
      assert.equal(
        headers['content-disposition'],
        `attachment; filename="${publicSlug}-1.2.3+b.1-linux-x86_64.app.tar.gz"`,
      );
    });

    test('the ETag is the SHA-256, strong', async () => assert.equal((await get()).headers.etag, etag));

    test('the other headers', async () => {
      const { headers } = await get();
      assert.equal(headers['accept-ranges'], 'bytes');
      assert.equal(headers['content-type'], 'application/zip');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['content-security-policy']), /\bsandbox\b/);
      assert.equal(headers['cache-control'], 'private, no-cache, no-transform');
    });

    test('application/octet-stream where no content type was declared', async () => {
      const app = await shared();
      const answer = await app.download(app.id, 'plain-x86_64');
      assert.equal(answer.headers['content-type'], 'application/octet-stream');
    });

    test('never compressed', async () => {
      const answer = await get({ 'accept-encoding': 'gzip, deflate, br, zstd' });
      assert.equal(answer.headers['content-encoding'], undefined);
      assert.ok(answer.body.equals(bytes));
    });

    test('HEAD: the headers of GET and no bytes', async () => {
      const app = await shared();
      const url = `${app.publicUrl}/releases/download/${app.id}/linux-x86_64`;
      const [head, full] = [await world.send({ url, method: 'HEAD' }), await get()];
      assert.equal(head.status, 200);
      assert.equal(head.body.length, 0);
      for (const name of ['content-length', 'etag', 'content-disposition', 'accept-ranges', 'content-type']) {
        assert.equal(head.headers[name], full.headers[name], name);
      }
    });

    test('If-Range: 206 with the ETag, the whole file with another, a weak one or a date', async () => {
      const range = 'bytes=5-9';
      assert.equal((await get({ range, 'if-range': etag })).status, 206);
      for (const other of [`"${'0'.repeat(64)}"`, `W/${etag}`, 'Thu, 01 Jan 2026 00:00:00 GMT']) {
        const answer = await get({ range, 'if-range': other });
        assert.equal(answer.status, 200, other);
        assert.equal(answer.body.length, size);
      }
    });

    test('If-None-Match: 304 without a body with the ETag, weakly too, in a list, and for any', async () => {
      for (const matching of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get({ 'if-none-match': matching });
        assert.equal(answer.status, 304, matching);
        assert.equal(answer.body.length, 0);
        assert.equal(answer.headers.etag, etag);
      }
      assert.equal((await get({ 'if-none-match': '"other"' })).status, 200);
      assert.equal((await get({ 'if-none-match': etag, range: 'bytes=0-1' })).status, 304);
    });
  });
};

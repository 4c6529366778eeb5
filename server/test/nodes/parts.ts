import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { dial } from '../../../lab/dial.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createPublisher, createTestApp, sha256Of } from '../harness.ts';
import { downloadPath, type Node, target } from './stage.ts';

interface Parts {
  uploadId: string;
  partSize: number;
  urls: string[];
  uploaded: { number: number; etag: string }[];
}

/**
 * Two pipelines declare the same multipart upload concurrently on two nodes: both get one upload, and either may
 * complete it with all of its bytes.
 */
export const declareAtOnce = async ([first, second]: readonly [Node, Node]): Promise<void> => {
  const app = await createTestApp(first);
  const { slug, key } = app;
  const bytes = randomBytes(1000);
  for (let round = 0; round < 5; round++) {
    const version = `1.0.${round}`;
    await createPublisher(first, app).draft({ version });
    const json = {
      version,
      target,
      format: '.bin',
      size: bytes.length,
      sha256: sha256Of(bytes),
      parts: true,
    };
    const declare = async (node: Node): Promise<Parts> => {
      const reply = await node.api(`/v1/apps/${slug}/artifacts/presign`, { key, json });
      assert.equal(reply.status, 201, reply.text());
      return reply.json<{ parts: Parts }>().parts;
    };
    const uploads = await Promise.all([first, second, first, second].map(declare));
    assert.equal(new Set(uploads.map(({ uploadId }) => uploadId)).size, 1, 'one upload for all');
    const { uploadId = '', urls = [] } = uploads[round % uploads.length] ?? {};
    const { headers } = await dial(urls[0] ?? '', { method: 'PUT', body: bytes });
    const completion = { version, target, uploadId, etags: [headers.etag ?? ''] };
    const complete = (node: Node) =>
      node.api(`/v1/apps/${slug}/artifacts/complete`, { key, json: completion });
    for (const reply of await Promise.all([complete(first), complete(second)]))
      assert.equal(reply.status, 200, reply.text());
    const { entries } = (await first.api(`/v1/apps/${slug}/audit?limit=100`)).json<{
      entries: { action: string; detail: { version: string } }[];
    }>();
    const completed = entries.filter(({ action }) => action === 'artifact.complete');
    assert.deepEqual(
      completed.filter(({ detail }) => detail.version === version).length,
      1,
      'one row, however often it was completed',
    );
  }
};

/**
 * A multipart upload that stops after the first part, resumes on another node, is published, and downloads unchanged.
 * If the storage cannot list parts, the publisher remembers them.
 */
export const uploadInParts = async (
  [first, second]: readonly [Node, Node],
  { listsParts }: { listsParts: boolean },
): Promise<void> => {
  const app = await createTestApp(first);
  const { slug, key } = app;
  const version = '1.0.0';
  const bytes = randomBytes(33 * 1024 * 1024);
  const declaration = { version, target, format: '.bin', size: bytes.length, sha256: sha256Of(bytes) };
  const declare = async (node: Node): Promise<Parts> => {
    const reply = await node.api(`/v1/apps/${slug}/artifacts/presign`, {
      key,
      json: { ...declaration, parts: true },
    });
    assert.equal(reply.status, 201, reply.text());
    const { parts, ...others } = reply.json<{ parts: Parts }>();
    assert.deepEqual(Object.keys(others).toSorted(), ['artifact', 'headers', 'uploadUrl']);
    return parts;
  };
  const complete = (node: Node, uploadId: string, etags: string[]) =>
    node.api(`/v1/apps/${slug}/artifacts/complete`, { key, json: { version, target, uploadId, etags } });
  const publisher = createPublisher(first, app);
  const id = await publisher.draft({ version });

  const begun = await declare(first);
  assert.equal(begun.urls.length, Math.ceil(bytes.length / begun.partSize));
  assert.ok(begun.urls.length > 2);
  const put = async (parts: Parts, number: number): Promise<string> => {
    const piece = bytes.subarray((number - 1) * begun.partSize, number * begun.partSize);
    const { status, headers } = await dial(parts.urls[number - 1] ?? '', { method: 'PUT', body: piece });
    assert.equal(status, 200);
    return headers.etag ?? '';
  };
  const etags = [await put(begun, 1)];
  assert.equal((await complete(first, begun.uploadId, etags)).status, 409, 'parts are missing');
  assert.equal((await publisher.publish(id)).status, 409, 'nothing was uploaded yet');

  const continued = await declare(second);
  assert.equal(continued.uploadId, begun.uploadId);
  if (listsParts) assert.deepEqual(continued.uploaded, [{ number: 1, etag: etags[0] }]);
  for (let number = 2; number <= continued.urls.length; number++) etags.push(await put(continued, number));
  const joined = await complete(second, continued.uploadId, etags);
  assert.equal(joined.status, 200, joined.text());
  const published = await publisher.publish(id);
  assert.equal(published.status, 200, published.text());
  const download = () => second.site(slug, downloadPath(id));
  await waitUntil(
    'learnt',
    async () => (await second.site(slug, `/releases/v1/apps/${slug}/latest`)).status === 200,
  );
  assert.equal(sha256Of((await download()).body), declaration.sha256);
};

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { createPublisher, declarationOf } from '../publisher.ts';
import type { World } from '../world.ts';

/** Spec 4.9: the publisher's flow in order, using only the specification. */
export const flowSection = (world: World): void => {
  describe('4.9 Publisher flow', () => {
    test('draft, declare and upload each target, publish; then clients get it', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      const created = await app.call('POST', '/releases', { version: '1.2.3', notes: 'Hello' });
      const { id } = created.json<{ release: { id: string } }>().release;

      const files = new Map(
        ['linux-x86_64', 'darwin-aarch64', 'windows-x86_64'].map((target) => [target, randomBytes(5000)]),
      );
      for (const [target, bytes] of files) {
        const body = declarationOf('1.2.3', { target, bytes, format: '.tar.gz', channel: 'stable' });
        const presigned = (await app.call('POST', '/artifacts/presign', body)).json<{
          uploadUrl: string;
          headers: Record<string, string>;
        }>();
        const { uploadUrl: url, headers } = presigned;
        const upload = await world.put({ url, headers, body: bytes });
        assert.ok(upload.status >= 200 && upload.status < 300, upload.text);
        assert.equal((await app.check('stable/linux/x86_64/1.0.0')).status, 204, 'nothing before publish');
      }

      assert.equal((await app.call('POST', `/releases/${id}/publish`)).status, 200);
      for (const [target, bytes] of files) {
        const [os, arch] = target.split('-');
        const check = await app.check(`stable/${os}/${arch}/1.0.0`);
        assert.equal(check.status, 200);
        const { url } = check.json();
        assert.equal(url, `${app.publicUrl}/releases/download/${id}/${target}`);
        assert.deepEqual((await world.send({ url: String(url) })).body, bytes);
        assert.equal((await app.check(`stable/${os}/${arch}/1.2.3`)).status, 204);
      }
    });
  });
};

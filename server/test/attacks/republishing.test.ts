import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sha256Of } from '../harness.ts';
import { target, useStage } from './stage.ts';
import { size, uploadingOn } from './uploading.ts';

describe('republishing and repeated uploads', () => {
  const stage = useStage();
  const { declared, put, download } = uploadingOn(stage);

  test('a PUT after publish does not change what is served', async () => {
    const { service, publisher } = stage();
    const draft = await declared(randomBytes(size));
    await put(draft.ticket, draft.bytes);
    assert.equal((await publisher.publish(draft.id)).status, 200);
    const storedFile = join(service.folder, 'blobs', 'kept', draft.ticket.artifactId, sha256Of(draft.bytes));
    const before = await stat(storedFile, { bigint: true });
    assert.equal((await put(draft.ticket, randomBytes(size))).status, 400);
    await put(draft.ticket, draft.bytes);
    const after = await stat(storedFile, { bigint: true });
    assert.deepEqual([after.ino, after.mtimeNs, after.size], [before.ino, before.mtimeNs, before.size]);
    assert.deepEqual((await download(draft.id)).body, draft.bytes);
  });

  test('publishing while the same bytes are uploaded in a loop serves them completely', async () => {
    const { publisher } = stage();
    for (let round = 0; round < 5; round++) {
      const draft = await declared(randomBytes(size));
      await put(draft.ticket, draft.bytes);
      let isDone = false;
      const loops = Array.from({ length: 3 }, async () => {
        while (!isDone) assert.equal((await put(draft.ticket, draft.bytes)).status, 200);
      });
      const reply = await publisher.publish(draft.id);
      isDone = true;
      await Promise.all(loops);
      assert.equal(reply.status, 200, reply.text());
      assert.deepEqual((await download(draft.id)).body, draft.bytes);
    }
  });

  test('publishing while the draft is redeclared in a loop publishes one complete declaration or none', async () => {
    const { service, app, publisher } = stage();
    for (let round = 0; round < 5; round++) {
      const draft = await declared(randomBytes(size));
      const others = [draft.bytes, randomBytes(size), randomBytes(size)];
      await put(draft.ticket, draft.bytes);
      let isDone = false;
      const loop = (async () => {
        for (let turn = 0; !isDone; turn++) {
          const bytes = others[turn % others.length] ?? draft.bytes;
          const ticket = await publisher.presign(draft, { target, bytes }).catch(() => undefined);
          if (ticket !== undefined) await put(ticket, bytes);
        }
      })();
      const replies = [await publisher.publish(draft.id), await publisher.publish(draft.id)];
      isDone = true;
      await loop;
      for (const { status } of replies) assert.ok(status === 200 || status === 409, String(status));
      const record = await service.api(`/v1/apps/${app.slug}/releases/${draft.id}`);
      const { release } = record.json<{ release: { state: string; artifacts: { sha256: string }[] } }>();
      if (release.state === 'draft') continue;
      const { body, status } = await download(draft.id);
      assert.equal(status, 200);
      assert.equal(sha256Of(body), release.artifacts[0]?.sha256);
    }
  });
});

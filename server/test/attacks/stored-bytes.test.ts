import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sha256Of } from '../harness.ts';
import { problemCode, target, useStage } from './stage.ts';
import { size, uploadingOn } from './uploading.ts';

describe('stored bytes', () => {
  const stage = useStage();
  const { declared, put, download } = uploadingOn(stage);

  test('replaced, truncated or removed bytes are never sent as a complete response', async () => {
    const { service, publisher } = stage();
    const draft = await declared(randomBytes(size));
    await put(draft.ticket, draft.bytes);
    await publisher.publish(draft.id);
    const storedFile = join(service.folder, 'blobs', 'kept', draft.ticket.artifactId, sha256Of(draft.bytes));
    assert.deepEqual(await readFile(storedFile), draft.bytes);
    for (const wrong of [
      randomBytes(size),
      draft.bytes.subarray(0, size / 2),
      Buffer.alloc(0),
      randomBytes(size + 1),
    ]) {
      await writeFile(storedFile, wrong);
      const reply = await download(draft.id);
      assert.equal(problemCode(reply, 503), 'artifact-damaged');
      assert.ok(Number(reply.headers['retry-after']) > 0);
    }
    await writeFile(storedFile, draft.bytes);
    assert.deepEqual((await download(draft.id)).body, draft.bytes, 'restored bytes are served again');
  });

  test('a file that changes while it is sent is aborted before its end', async () => {
    const { service, app, publisher } = stage();
    const bytes = randomBytes(24 * 1024 * 1024);
    const draft = await declared(bytes);
    await put(draft.ticket, bytes);
    await publisher.publish(draft.id);
    const storedFile = join(service.folder, 'blobs', 'kept', draft.ticket.artifactId, sha256Of(bytes));
    const socket = connect({ host: '127.0.0.1', port: service.port });
    socket.on('error', () => {});
    socket.write(
      `GET /releases/download/${draft.id}/${target} HTTP/1.1\r\nHost: ${app.slug}.localhost\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    await writeFile(storedFile, randomBytes(bytes.length));
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    assert.ok(received < bytes.length, `${received} of ${bytes.length} bytes`);
  });
});

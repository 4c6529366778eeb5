import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Ticket } from '../harness.ts';
import { problemCode, useStage } from './stage.ts';
import { size, uploadingOn } from './uploading.ts';

describe('uploads', () => {
  const stage = useStage();
  const { declared, put } = uploadingOn(stage);

  const chunked = { 'transfer-encoding': 'chunked' };

  const demandNothingStaged = async ({ id, ticket }: { id: string; ticket: Ticket }) => {
    const { service, app, publisher } = stage();
    const release = (await service.api(`/v1/apps/${app.slug}/releases/${id}`)).json<{
      release: { state: string; artifacts: { uploadedAt: string | null }[] };
    }>().release;
    assert.deepEqual([release.state, release.artifacts.map((one) => one.uploadedAt)], ['draft', [null]]);
    assert.equal(problemCode(await publisher.publish(id), 409), 'uploads-incomplete');
    const folders = await readdir(join(service.folder, 'blobs', 'staged'));
    assert.ok(!folders.includes(ticket.artifactId), 'nothing is staged');
  };

  test('a body of another length or of other bytes is refused and leaves nothing', async () => {
    const draft = await declared(randomBytes(size));
    const { ticket, bytes } = draft;
    const larger = Buffer.concat([bytes, Buffer.from('x')]);
    const refusals: [Promise<{ status: number }>, string][] = [
      [put(ticket, larger), 'one byte more'],
      [put(ticket, bytes.subarray(1)), 'one byte less'],
      [put(ticket, larger, chunked), 'one byte more, chunked'],
      [put(ticket, bytes.subarray(1), chunked), 'one byte less, chunked'],
      [put(ticket, Buffer.alloc(0)), 'nothing'],
      [put(ticket, randomBytes(size)), 'other bytes'],
    ];
    for (const [pending, name] of refusals) assert.equal((await pending).status, 400, name);
    await demandNothingStaged(draft);
  });

  test('a body without end is cut off at the declared size', async () => {
    const { service } = stage();
    const draft = await declared(randomBytes(size));
    const { pathname, search } = new URL(draft.ticket.uploadUrl);
    const headers = Object.entries({
      host: 'localhost',
      ...draft.ticket.headers,
      'transfer-encoding': 'chunked',
    });
    const socket = connect({ host: '127.0.0.1', port: service.uploadPort });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.resume();
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')]);
    let pieces = 0;
    const timer = setInterval(() => {
      pieces += 1;
      socket.write(piece);
    }, 1);
    await closed;
    clearInterval(timer);
    assert.ok(pieces < 1000, `${pieces} pieces`);
    await demandNothingStaged(draft);
  });

  test('a body that stops before its length leaves nothing, and the upload can be done again', async () => {
    const { service, publisher } = stage();
    const draft = await declared(randomBytes(size));
    const { pathname, search } = new URL(draft.ticket.uploadUrl);
    const headers = Object.entries({
      host: 'localhost',
      ...draft.ticket.headers,
      'content-length': String(size),
    });
    const head = `PUT ${pathname}${search} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const socket = connect({ host: '127.0.0.1', port: service.uploadPort });
    socket.on('error', () => {});
    socket.write(head);
    socket.write(draft.bytes.subarray(0, size - 1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await demandNothingStaged(draft);
    while ((await readdir(join(service.folder, 'blobs', 'tmp'))).length > 0)
      await new Promise((r) => setTimeout(r, 20));
    assert.equal((await put(draft.ticket, draft.bytes)).status, 200);
    assert.equal((await publisher.publish(draft.id)).status, 200);
  });

  test('whatever is changed about the address or its headers, it is refused', async () => {
    const draft = await declared(randomBytes(size));
    const other = await declared(randomBytes(size));
    const { uploadUrl, headers } = draft.ticket;
    const changes: ((url: URL) => void)[] = [
      (url) => url.searchParams.set('size', '5000000000'),
      (url) => url.searchParams.set('expires', '99999999999'),
      (url) => url.searchParams.set('sha256', '0'.repeat(64)),
      (url) => url.searchParams.delete('sha256'),
      (url) => url.searchParams.set('upload', 'a'.repeat(32)),
      (url) => url.searchParams.set('signature', ''),
      (url) => url.searchParams.delete('signature'),
      (url) =>
        url.searchParams.set(
          'signature',
          `${url.searchParams.get('signature')}`.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
        ),
      (url) => {
        url.pathname = new URL(other.ticket.uploadUrl).pathname;
      },
      (url) => {
        url.pathname = url.pathname.replace('staged', 'kept');
      },
      (url) => {
        url.pathname = `${url.pathname}/../../../escaped`;
      },
    ];
    for (const change of changes) {
      const url = new URL(uploadUrl);
      change(url);
      const reply = await put({ ...draft.ticket, uploadUrl: url.href }, draft.bytes);
      assert.equal(problemCode(reply, 403), 'upload-url-invalid', url.href);
    }
    for (const name of Object.keys(headers)) {
      const reply = await put(
        { ...draft.ticket, headers: { ...headers, [name]: 'other/kind' } },
        draft.bytes,
      );
      assert.equal(problemCode(reply, 400), 'upload-headers-differ', name);
    }
    await demandNothingStaged(draft);
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ask } from '../../../lab/request.ts';
import { sha256Of, type Ticket } from '../harness.ts';
import { problemCode, target, useStage } from './stage.ts';

describe('uploads', () => {
  const stage = useStage();
  const size = 200_000;
  let versions = 0;

  const declared = async (bytes: Buffer) => {
    const { publisher } = stage();
    versions += 1;
    const version = `10.0.${versions}`;
    const id = await publisher.draft({ version });
    return { id, version, bytes, ticket: await publisher.presign({ version }, { target, bytes }) };
  };

  const put = ({ uploadUrl, headers }: Ticket, body: Uint8Array, more: Record<string, string> = {}) => {
    const { pathname, search } = new URL(uploadUrl);
    const question = { method: 'PUT', headers: { ...headers, ...more }, body, agent: false as const };
    return ask(stage().service.uploadPort, pathname + search, question);
  };

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

  const download = (id: string) =>
    stage().service.site(stage().app.slug, `/releases/download/${id}/${target}`);

  test('a PUT after publish changes nothing that is served', async () => {
    const { service, publisher } = stage();
    const draft = await declared(randomBytes(size));
    await put(draft.ticket, draft.bytes);
    assert.equal((await publisher.publish(draft.id)).status, 200);
    const kept = join(service.folder, 'blobs', 'kept', draft.ticket.artifactId, sha256Of(draft.bytes));
    const before = await stat(kept, { bigint: true });
    assert.equal((await put(draft.ticket, randomBytes(size))).status, 400);
    await put(draft.ticket, draft.bytes);
    const after = await stat(kept, { bigint: true });
    assert.deepEqual([after.ino, after.mtimeNs, after.size], [before.ino, before.mtimeNs, before.size]);
    assert.deepEqual((await download(draft.id)).body, draft.bytes);
  });

  test('publishing while the same bytes are uploaded in a loop serves them whole', async () => {
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

  test('publishing while the draft is declared anew in a loop publishes one declaration, whole, or none', async () => {
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

  test('stored bytes that were swapped, cut, or removed are never sent as a complete answer', async () => {
    const { service, publisher } = stage();
    const draft = await declared(randomBytes(size));
    await put(draft.ticket, draft.bytes);
    await publisher.publish(draft.id);
    const kept = join(service.folder, 'blobs', 'kept', draft.ticket.artifactId, sha256Of(draft.bytes));
    assert.deepEqual(await readFile(kept), draft.bytes);
    for (const wrong of [
      randomBytes(size),
      draft.bytes.subarray(0, size / 2),
      Buffer.alloc(0),
      randomBytes(size + 1),
    ]) {
      await writeFile(kept, wrong);
      const reply = await download(draft.id);
      assert.equal(problemCode(reply, 503), 'artifact-damaged');
      assert.ok(Number(reply.headers['retry-after']) > 0);
    }
    await writeFile(kept, draft.bytes);
    assert.deepEqual((await download(draft.id)).body, draft.bytes, 'restored bytes are served again');
  });

  test('a file that is written to while it is sent is cut short of its length', async () => {
    const { service, app, publisher } = stage();
    const bytes = randomBytes(24 * 1024 * 1024);
    const draft = await declared(bytes);
    await put(draft.ticket, bytes);
    await publisher.publish(draft.id);
    const kept = join(service.folder, 'blobs', 'kept', draft.ticket.artifactId, sha256Of(bytes));
    const socket = connect({ host: '127.0.0.1', port: service.port });
    socket.on('error', () => {});
    socket.write(
      `GET /releases/download/${draft.id}/${target} HTTP/1.1\r\nHost: ${app.slug}.localhost\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    await writeFile(kept, randomBytes(bytes.length));
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    assert.ok(received < bytes.length, `${received} of ${bytes.length} bytes`);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { problemCode, target, useStage } from './stage.ts';

describe('downloads and public reads', () => {
  const stage = useStage();

  test('a draft’s id is the same 404 as an id that does not exist, and a draft is shown nowhere', async () => {
    const { service, app, draftId } = stage();
    const paths = (id: string) => [
      `/releases/download/${id}/${target}`,
      `/releases/download/${id}/${target}?x=1`,
    ];
    for (const [index, path] of paths(draftId).entries()) {
      for (const method of ['GET', 'HEAD']) {
        const draft = await service.site(app.slug, path, { method });
        const unknown = await service.site(app.slug, paths('rel_none')[index] ?? '', { method });
        assert.equal(draft.status, 404);
        assert.equal(draft.text(), unknown.text());
      }
    }
    const answers = [
      `/releases/v1/apps/${app.slug}/latest`,
      `/releases/v1/apps/${app.slug}/releases?limit=100`,
      '/releases/stable/linux/x86_64/0.0.1',
    ];
    for (const path of answers) {
      const text = (await service.site(app.slug, path)).text();
      assert.ok(!text.includes(draftId) && !text.includes('2.0.0'), path);
    }
  });

  test('a thousand overlapping ranges cost one whole file and odd ranges break nothing', async () => {
    const { service, app, publishedId, bytes } = stage();
    const get = (range: string) =>
      service.site(app.slug, `/releases/download/${publishedId}/${target}`, { headers: { range } });
    const thousand = `bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i + 50}`).join(',')}`;
    const whole = [
      thousand,
      'bytes=0-9,9-20',
      'bytes=50-60,0-10',
      `bytes=${Array.from({ length: 1001 }, (_, i) => `${2 * i}-${2 * i}`).join(',')}`,
      `bytes=0-0${','.repeat(5000)}`,
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=5-2',
      'items=0-5',
      `bytes=${'9'.repeat(5000)}-1`,
      'bytes=0x0-0xf',
      'bytes=-1-2',
      'bytes=+1-2',
    ];
    for (const range of whole) {
      const reply = await get(range);
      assert.equal(reply.status, 200, range.slice(0, 50));
      assert.deepEqual(reply.body, bytes);
    }
    for (const range of [`bytes=${bytes.length}-`, 'bytes=-0', `bytes=${'9'.repeat(5000)}-`]) {
      const reply = await get(range);
      assert.equal(problemCode(reply, 416), 'range-not-satisfiable');
      assert.equal(reply.headers['content-range'], `bytes */${bytes.length}`);
    }
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=-5', bytes.length - 5, bytes.length],
      [`bytes=10-${'9'.repeat(5000)}`, 10, bytes.length],
      [`bytes=-${'9'.repeat(5000)}`, 0, bytes.length],
    ] as const) {
      const reply = await get(range);
      assert.equal(reply.status, 206, range.slice(0, 50));
      assert.deepEqual(reply.body, bytes.subarray(start, end));
    }
  });

  test('a prune stops the bytes that are on their way', async () => {
    const { service, app, publisher } = stage();
    const bytes = Buffer.alloc(64 * 1024 * 1024, 7);
    const id = await publisher.release({ version: '1.5.0' }, [{ target, bytes }]);
    const socket = connect({ host: '127.0.0.1', port: service.port });
    let received = 0;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.length;
      socket.pause();
    });
    const closed = once(socket, 'close');
    socket.write(`GET /releases/download/${id}/${target} HTTP/1.1\r\nHost: ${app.slug}.localhost\r\n\r\n`);
    await once(socket, 'data');
    const path = `/v1/apps/${app.slug}/releases/${id}/artifacts/${target}/prune`;
    assert.equal((await service.api(path, { method: 'POST' })).status, 200);
    socket.removeAllListeners('data');
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await closed;
    assert.ok(received < bytes.length, `${received} bytes`);
    assert.equal((await service.site(app.slug, `/releases/download/${id}/${target}`)).status, 410);
  });
});

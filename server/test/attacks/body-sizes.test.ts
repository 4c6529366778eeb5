import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { parseStatuses, sendRaw } from '../../../lab/request.ts';
import { adminKey } from '../harness.ts';
import { cpuMs, lookAt, problemCode, useStage } from './stage.ts';

describe('sizes of bodies', () => {
  const stage = useStage();

  test('many faults make a short answer', async () => {
    const { service, app } = stage();
    const complete = async (etags: unknown): Promise<number> => {
      const before = process.cpuUsage();
      const reply = await service.api(`/v1/apps/${app.slug}/artifacts/complete`, {
        key: app.key,
        json: { version: '2.0.0', target: 'linux-x86_64', uploadId: 'x', etags },
      });
      assert.equal(problemCode(reply, 400), 'invalid-fields');
      assert.ok(reply.body.length < 100_000, `the answer has ${reply.body.length} bytes`);
      return cpuMs(before);
    };
    const costs = { many: Number.POSITIVE_INFINITY, one: Number.POSITIVE_INFINITY };
    for (let time = 0; time < 3; time++) {
      costs.one = Math.min(costs.one, await complete('1'.repeat(600_000)));
      costs.many = Math.min(costs.many, await complete(Array.from({ length: 300_000 }, () => 1)));
    }
    assert.ok(costs.many < 20 * costs.one, `${costs.many} ms, one fault in as many bytes ${costs.one} ms`);
  });

  const head = (slug: string, length: string) =>
    `POST /v1/apps/${slug}/releases HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${adminKey}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;

  test('100 MB of JSON are refused by their length, before they are sent', async () => {
    const { service, app } = stage();
    const text = await sendRaw(service.port, head(app.slug, `Content-Length: ${100 * 1024 * 1024}`), 3000);
    assert.deepEqual(parseStatuses(text), [413]);
    assert.match(text, /body-too-large/);
  });

  test('100 MB of JSON without a length are cut off at the limit', async () => {
    const { service, app } = stage();
    const before = await lookAt(stage(), app.slug);
    const socket = connect({ host: '127.0.0.1', port: service.port });
    let isOver = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      isOver = true;
    });
    socket.resume();
    socket.write(head(app.slug, 'Transfer-Encoding: chunked'));
    const piece = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(0x100000, 0x20),
      Buffer.from('\r\n'),
    ]);
    let sent = 0;
    while (!isOver && sent < 100) {
      sent += 1;
      if (!socket.write(piece))
        await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    socket.destroy();
    assert.ok(sent < 100, `${sent} MiB were taken`);
    assert.equal(await lookAt(stage(), app.slug), before);
  });
});

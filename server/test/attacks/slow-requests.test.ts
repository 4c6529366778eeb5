import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openListener } from '../../src/http/server/listener.ts';
import { dribble } from './slow-client.ts';

describe('slow requests', () => {
  const limits = {
    requestTimeoutMs: 600,
    headersTimeoutMs: 300,
    checkEveryMs: 50,
    idleTimeoutMs: 0,
    autoContinue: true,
  };

  test('headers and bodies that trickle in are cut off, and others are served meanwhile', async (t) => {
    const listener = await openListener({ host: '127.0.0.1', port: 0 }, limits);
    t.after(() => listener.close(0));
    listener.serve((request, response) => {
      request.resume();
      request.on('end', () => response.end('done'));
    });
    const head = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
    const slow = [
      dribble(listener.port, '', `${head}X-A: ${'b'.repeat(1000)}`),
      dribble(listener.port, head, 'X-A: b\r\n'),
      dribble(listener.port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n', 'x'),
    ];
    const meanwhile = await fetch(`http://127.0.0.1:${listener.port}/`, { headers: { connection: 'close' } });
    assert.equal(await meanwhile.text(), 'done');
    for (const text of await Promise.all(slow)) assert.doesNotMatch(text, /200 OK/);
  });
});

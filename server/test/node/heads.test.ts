import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import {
  detachBytes,
  keepAliveSeconds,
  refreshDate,
  serializeHead,
  serializeResponse,
  setResponseHead,
} from '../../src/node/response-head.ts';

/** Serves requests like the server's listeners; returns a function that sends bytes and reads the full response. */
const serve = async (t: TestContext, handle: RequestListener) => {
  const server = createServer(
    { keepAliveTimeout: keepAliveSeconds * 1000, joinDuplicateHeaders: true, requireHostHeader: false },
    handle,
  );
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port });
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(text.replace(/Date: .*/g, 'Date: now')));
      socket.end(request, 'latin1');
    });
};

const etag = ['etag', '"abc"', 'cache-control', 'public, max-age=60'];
const body = 'caf\u00c3\u00a9';
const answers = {
  'a short body': { status: 200, headers: [...etag, 'content-length', '5'], body },
  'a long body': { status: 200, headers: [...etag, 'content-length', '9000'], body: Buffer.alloc(9000, 'x') },
  'no content': { status: 204, headers: etag, body: undefined },
  'not modified': { status: 304, headers: etag, body: undefined },
};
const requests = {
  GET: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'two GETs on one connection': 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2),
  HEAD: 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n',
  'the last GET of a connection': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'a GET of HTTP/1.0': 'GET / HTTP/1.0\r\n\r\n',
  'a GET of HTTP/1.0 that stays': 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
};

describe('a serialized head', () => {
  for (const [what, answer] of Object.entries(answers)) {
    test(`is sent as node:http writes it, with ${what}`, async (t) => {
      const head = serializeHead(answer.status, answer.headers);
      const listenerOf =
        (put: (response: Parameters<RequestListener>[1]) => void): RequestListener =>
        (request, response) => {
          put(response);
          if (answer.body === undefined || request.method === 'HEAD') response.end();
          else response.end(answer.body, 'latin1');
        };
      const laidOut = await serve(
        t,
        listenerOf((response) => setResponseHead(response, head)),
      );
      const plain = await serve(
        t,
        listenerOf((response) => response.writeHead(answer.status, answer.headers)),
      );
      for (const [name, request] of Object.entries(requests)) {
        const written = await laidOut(request);
        assert.match(written, /^HTTP\/1\.1 /, name);
        assert.equal(written, await plain(request), name);
      }
    });
  }

  test('has the current date in bytes that are sent again, but not in bytes that still wait', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01T00:00:00.900Z') });
    const sealed = serializeResponse(serializeHead(200, ['content-length', '4']), Buffer.from('body'));
    const text = () => refreshDate(sealed).toString('latin1');
    const at = (time: string) =>
      `HTTP/1.1 200 OK\r\ncontent-length: 4\r\nDate: Thu, 01 Jan 2026 ${time} GMT\r\n` +
      'Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\nbody';
    assert.equal(text(), at('00:00:00'));
    const waiting = sealed.bytes;
    detachBytes(sealed);
    t.mock.timers.setTime(Date.now() + 3_600_000);
    assert.equal(text(), at('01:00:00'));
    assert.equal(waiting.toString('latin1'), at('00:00:00'));
  });

  test('has the date of each response', async (t) => {
    const dates: string[] = [];
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01T00:00:00.900Z') });
    const response = { shouldKeepAlive: true, req: { httpVersionMinor: 1 }, _header: '' };
    for (const ms of [0, 90, 20, 5000, -60_000]) {
      t.mock.timers.setTime(Date.now() + ms);
      setResponseHead(response as never, serializeHead(204, []));
      dates.push(/Date: .* (\S+) GMT/.exec(response._header)?.[1] ?? '');
    }
    assert.deepEqual(dates, ['00:00:00', '00:00:00', '00:00:01', '00:00:06', '23:59:06']);
  });
});

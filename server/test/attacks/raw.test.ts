import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStatuses, sendRaw } from '../../../lab/request.ts';
import { lookAt, useStage } from './stage.ts';

describe('requests that no client sends', () => {
  const stage = useStage();

  const smuggled = 'POST /v1/apps HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const cases: [name: string, request: string][] = [
    [
      'both lengths',
      `POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'two lengths that differ',
      `POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 60\r\n\r\n${smuggled}`,
    ],
    [
      'two lengths that agree',
      `POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n`,
    ],
    ['a length with a sign', 'POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: +5\r\n\r\nhello'],
    ['a list of lengths', 'POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5, 5\r\n\r\nhello'],
    [
      'an unknown transfer coding before chunked',
      `POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'chunked in disguise',
      `POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a chunk size that is no number',
      'POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
    ],
    ['line feeds alone', 'GET /healthz HTTP/1.1\nHost: localhost\n\n'],
    ['a header line that ends with a line feed', 'GET /healthz HTTP/1.1\r\nHost: localhost\nX-A: b\r\n\r\n'],
    ['a carriage return inside a header', 'GET /healthz HTTP/1.1\r\nHost: local\rhost\r\n\r\n'],
    ['NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\0c\r\n\r\n'],
    ['NUL in the path', 'GET /health\0z HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['white space before the colon', 'GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n'],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n'],
    ['two Hosts that agree', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n'],
    [
      'an absolute address of another host',
      'GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
    ],
    [
      'an absolute address after 100-continue',
      'GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n',
    ],
    ['a method that is none', 'G@T /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['HTTP/2 in clear text', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ];

  test('each is answered 400 once, the connection ends, and nothing changed', async () => {
    const { service, app } = stage();
    const before = await lookAt(stage(), app.slug);
    for (const port of [service.port, service.uploadPort]) {
      for (const [name, request] of cases) {
        const text = await sendRaw(port, request, 3000);
        const statuses = parseStatuses(text).filter((status) => status !== 100);
        assert.deepEqual(
          statuses,
          [400],
          `${name} on ${port === service.port ? 'main' : 'uploads'}: ${text}`,
        );
        assert.match(text, /application\/problem\+json/, name);
        assert.match(text, /connection: close/i, name);
      }
    }
    assert.equal(await lookAt(stage(), app.slug), before);
  });

  test('an upgrade is not taken up', async () => {
    const text = await sendRaw(
      stage().service.port,
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    );
    assert.doesNotMatch(text, /101/);
  });

  test('headers without end are answered 431', async () => {
    const { service } = stage();
    const text = await sendRaw(
      service.port,
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${`X-A: ${'b'.repeat(1000)}\r\n`.repeat(40)}\r\n`,
    );
    assert.deepEqual(parseStatuses(text), [431]);
    assert.match(text, /headers-too-large/);
  });

  test('a hundred requests on one connection are answered in order', async () => {
    const { service } = stage();
    const requests = Array.from({ length: 99 }, () => 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const statuses = parseStatuses(await sendRaw(service.port, requests.join('') + last, 5000));
    assert.deepEqual(
      statuses,
      Array.from({ length: 100 }, () => 200),
    );
  });

  test('an expectation that nobody knows is not minded', async () => {
    const { service } = stage();
    const request =
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    assert.deepEqual(parseStatuses(await sendRaw(service.port, request)), [200]);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, sendRaw, statusesOf } from '../../../lab/request.ts';
import { lookAt, problemCode, target, useStage } from './stage.ts';

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
        const statuses = statusesOf(text).filter((status) => status !== 100);
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
    assert.deepEqual(statusesOf(text), [431]);
    assert.match(text, /headers-too-large/);
  });

  test('a hundred requests on one connection are answered in order', async () => {
    const { service } = stage();
    const requests = Array.from({ length: 99 }, () => 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const statuses = statusesOf(await sendRaw(service.port, requests.join('') + last, 5000));
    assert.deepEqual(
      statuses,
      Array.from({ length: 100 }, () => 200),
    );
  });

  test('dot segments, encoded slashes and NUL lead nowhere', async () => {
    const { service, app, publishedId } = stage();
    const paths = [
      '/releases/../v1/apps',
      '/releases/%2e%2e/v1/apps',
      '/releases/download/../../v1/openapi.json',
      `/releases/download/${publishedId}/..%2f..%2f..%2fetc%2fpasswd`,
      `/releases/download/..%2f${publishedId}/linux-x86_64`,
      `/releases/download/${publishedId}%00/linux-x86_64`,
      `/releases/download/${publishedId}/linux-x86_64%00.txt`,
      `/releases//download/${publishedId}/linux-x86_64`,
      `/releases/download/${publishedId}/linux-x86_64/`,
      `/releases\\download\\${publishedId}\\linux-x86_64`,
      `//releases/download/${publishedId}/linux-x86_64`,
      `/RELEASES/download/${publishedId}/linux-x86_64`,
      `/releases/download/${publishedId}/LINUX-x86_64`,
      `/releases/download/${publishedId.toLowerCase()}x/linux-x86_64`,
      '/releases/v1/apps/..%2f/latest',
      `/releases/v1/apps/${app.slug}%2flatest`,
      '/.git/config',
      '/%2e%2e/%2e%2e/etc/passwd',
    ];
    for (const path of paths) {
      assert.equal(problemCode(await service.site(app.slug, path), 404), 'not-found', path);
    }
    assert.equal(problemCode(await service.site(app.slug, '/releases/%zz/a/b/1.0'), 400), 'bad-request');
    assert.equal(problemCode(await service.site(app.slug, '/releases/%ff/a/b/%c0%ae'), 400), 'bad-request');
  });

  test('the upload listener takes signed PUTs and nothing else', async () => {
    const { service, app, draftId } = stage();
    const before = await lookAt(stage(), app.slug);
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH', 'PUT', 'HEAD']) {
      for (const path of ['/', '/v1/apps', '/staged/../kept/x', `/kept/${draftId}/x`, '/tmp/x?signature=x']) {
        const reply = await ask(service.uploadPort, path, { method });
        assert.equal(reply.status, method === 'PUT' ? 403 : 404, `${method} ${path}`);
      }
    }
    assert.equal(await lookAt(stage(), app.slug), before);
  });

  test('an absolute address of the host that is asked is taken, as RFC 9112 wants it', async () => {
    const { service, app } = stage();
    const host = `${app.slug}.localhost`;
    for (const url of [`http://${host}/releases/stable/linux/x86_64/9.0.0`, `HTTP://${host.toUpperCase()}`]) {
      const text = await sendRaw(
        service.port,
        `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      assert.deepEqual(statusesOf(text), [url.endsWith('9.0.0') ? 204 : 404]);
    }
  });

  test('an expectation that nobody knows is not minded', async () => {
    const { service } = stage();
    const request =
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    assert.deepEqual(statusesOf(await sendRaw(service.port, request)), [200]);
  });

  test('what is at no address is 404 by any method, whatever its body is', async () => {
    const { service, app } = stage();
    const json = { 'content-type': 'application/json' };
    for (const method of ['QUERY', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND'])
      for (const [path, headers, body] of [
        ['/releases/v1/apps/x/typo', {}, undefined],
        ['/releases/download/a/b/c', {}, undefined],
        ['/releases/stable', {}, undefined],
        ['/v1/nothing', json, '{bad'],
        ['/nothing', { 'content-type': ';;;' }, 'x'],
        ['/nothing', json, `"${'x'.repeat(2 * 1024 * 1024)}"`],
      ] as const) {
        const question = { method, headers, ...(body === undefined ? {} : { body }) };
        assert.equal(problemCode(await service.site(app.slug, path, question), 404), 'not-found', method);
      }
  });

  test('what is at an address by another method is 405, whatever its body is, with what would be taken', async () => {
    const { service, app, publishedId } = stage();
    const json = { 'content-type': 'application/json' };
    const onSite = 'GET, HEAD, OPTIONS';
    for (const method of ['QUERY', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND']) {
      for (const [path, allow] of [
        ['/releases/stable/linux/x86_64/1.0.0', onSite],
        [`/releases/download/${publishedId}/${target}?x`, onSite],
        [`/releases/v1/apps/${app.slug}/latest`, onSite],
        ['/healthz', 'GET, HEAD'],
      ] as const) {
        const reply = await service.site(app.slug, path, { method, headers: json, body: '{bad' });
        assert.equal(problemCode(reply, 405), 'method-not-allowed', `${method} ${path}`);
        assert.equal(reply.headers.allow, allow);
        assert.equal(reply.headers['access-control-allow-origin'], '*');
      }
    }
    for (const [method, path, allow] of [
      ['PUT', '/v1/apps', 'GET, HEAD, POST'],
      ['POST', `/v1/apps/${app.slug}`, 'DELETE, GET, HEAD, PATCH'],
      ['OPTIONS', '/v1/apps', 'GET, HEAD, POST'],
      ['GET', `/v1/apps/${app.slug}/releases/${publishedId}/publish`, 'POST'],
      ['DELETE', '/v1/apps/no-such-app/keys', 'GET, HEAD, POST'],
      ['POST', `/releases/v1/apps/${app.slug}/latest`, 'GET, HEAD'],
    ] as const) {
      const reply = await service.api(path, { method, key: '' });
      assert.equal(problemCode(reply, 405), 'method-not-allowed', `${method} ${path}`);
      assert.equal(reply.headers.allow, allow, `${method} ${path}`);
    }
    assert.equal(problemCode(await service.site(app.slug, '/v1/apps', { method: 'PUT' }), 404), 'not-found');
    assert.equal(problemCode(await service.api('/releases/a/b/c/1', { method: 'PUT' }), 404), 'not-found');
  });

  test('every answer of an app’s host may be read across origins, errors too', async () => {
    const { service, app } = stage();
    for (const path of [
      '/',
      '/nothing',
      '/v1/apps',
      '/releases/v1/apps/x/latest',
      '/%zz',
      '/a%00b',
      '/healthz',
      '/readyz',
    ]) {
      const reply = await service.site(app.slug, path);
      assert.equal(reply.headers['access-control-allow-origin'], '*', `${reply.status} ${path}`);
    }
    for (const path of ['/v1/apps', '/nothing'])
      assert.equal((await service.api(path)).headers['access-control-allow-origin'], undefined, path);
  });

  test('a raw # in the request target is 400, wherever it stands', async () => {
    const { service, app } = stage();
    const host = `${app.slug}.localhost`;
    for (const url of [
      '/releases/stable/linux/x86_64/9.0.0#x',
      '/releases/stable/linux/x86_64/9.0.0?x=#',
      '/#',
      `http://${host}/releases/stable/linux/x86_64/9.0.0#x`,
    ]) {
      const text = await sendRaw(
        service.port,
        `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      assert.deepEqual(statusesOf(text), [400], url);
      assert.match(text, /bad-request/);
    }
  });

  test('however long a part of a path is, it is looked up and not found', async () => {
    const { service, app } = stage();
    const long = 'a'.repeat(8000);
    for (const path of [
      `/releases/${long}/x/y/1`,
      `/releases/stable/${long}/y/1`,
      `/releases/stable/x/y/1${long}`,
    ])
      assert.equal((await service.site(app.slug, path)).status, 204, path.slice(0, 30));
    assert.equal(problemCode(await service.site(app.slug, `/releases/download/${long}/x`), 404), 'not-found');
    for (const path of [`/v1/apps/${long}`, `/v1/apps/${app.slug}/releases/${long}`])
      assert.equal(problemCode(await service.api(path), 404), 'not-found');
    assert.equal(problemCode(await service.api(`/v1/apps/${long}`, { key: 'wrong' }), 401), 'unauthorized');
  });

  test('NUL in a query harms nobody who does not read it, and is refused by who does', async () => {
    const { service, app } = stage();
    assert.equal((await service.site(app.slug, '/releases/stable/linux/x86_64/9.0.0?x=%00')).status, 204);
    assert.equal((await service.site(app.slug, `/releases/v1/apps/${app.slug}/latest?x=%00`)).status, 200);
    const reply = await service.api(`/v1/apps/${app.slug}/releases?channel=%00&limit=abc`);
    assert.equal(problemCode(reply, 400), 'invalid-fields');
    const { errors } = reply.json<{ errors: { pointer: string }[] }>();
    assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/channel', '/limit']);
  });
});

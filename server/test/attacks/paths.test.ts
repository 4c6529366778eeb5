import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStatuses, requestPort, sendRaw } from '../../../lab/request.ts';
import { lookAt, problemCode, useStage } from './stage.ts';

describe('requests that no client sends', () => {
  const stage = useStage();

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
        const reply = await requestPort(service.uploadPort, path, { method });
        assert.equal(reply.status, method === 'PUT' ? 403 : 404, `${method} ${path}`);
      }
    }
    // The status depends only on the shape, not the signature: 405 reveals nothing.
    for (const path of ['/staged/art_x/y', '/staged/art_x/y?signature=x'])
      for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
        const reply = await requestPort(service.uploadPort, path, { method });
        assert.equal(problemCode(reply, 405), 'method-not-allowed', `${method} ${path}`);
        assert.equal(reply.headers.allow, 'OPTIONS, PUT');
      }
    assert.equal(await lookAt(stage(), app.slug), before);
  });

  test('an absolute address of the host that is asked is taken, as RFC 9112 wants it', async () => {
    const { service, app } = stage();
    const host = `${app.slug}.localhost`;
    for (const [url, status] of [
      [`http://${host}/releases/stable/linux/x86_64/9.0.0`, 204],
      [`HTTP://${host.toUpperCase()}`, 200],
    ] as const) {
      const text = await sendRaw(
        service.port,
        `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      assert.deepEqual(parseStatuses(text), [status]);
    }
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
      assert.deepEqual(parseStatuses(text), [400], url);
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

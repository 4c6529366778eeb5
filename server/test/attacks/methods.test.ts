import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemCode, target, useStage } from './stage.ts';

describe('requests that no client sends', () => {
  const stage = useStage();

  test('unknown paths return 404 for any method and body', async () => {
    const { service, app } = stage();
    const json = { 'content-type': 'application/json' };
    for (const method of ['QUERY', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE'])
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

  test('other methods return 405 with the allowed ones, for any body', async () => {
    const { service, app, publishedId } = stage();
    const json = { 'content-type': 'application/json' };
    const onSite = 'GET, HEAD, OPTIONS';
    for (const method of ['QUERY', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']) {
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
      ['POST', `/releases/v1/apps/${app.slug}/latest`, 'GET, HEAD, OPTIONS'],
      ['TRACE', `/v1/apps/${app.slug}`, 'DELETE, GET, HEAD, PATCH'],
      // The router takes an empty segment as a name, and NUL as a normal character.
      ['TRACE', '/v1/apps/', 'DELETE, GET, HEAD, PATCH'],
      ['PUT', '/v1/apps//releases', 'GET, HEAD, POST'],
      ['TRACE', '/v1/apps/%00', 'DELETE, GET, HEAD, PATCH'],
      // A fixed word is not a release ID and does not support its methods.
      ['OPTIONS', `/v1/apps/${app.slug}/releases/review`, 'POST'],
    ] as const) {
      const reply = await service.api(path, { method, key: '' });
      assert.equal(problemCode(reply, 405), 'method-not-allowed', `${method} ${path}`);
      assert.equal(reply.headers.allow, allow, `${method} ${path}`);
    }
    for (const method of ['GET', 'PATCH', 'DELETE'])
      assert.equal(problemCode(await service.api('/v1/apps/%00', { method }), 404), 'not-found', method);
    assert.equal(problemCode(await service.site(app.slug, '/v1/apps', { method: 'PUT' }), 404), 'not-found');
    assert.equal(problemCode(await service.api('/releases/a/b/c/1', { method: 'PUT' }), 404), 'not-found');
  });

  test('CORS allows Authorization on public paths and nothing on the API', async () => {
    const { service, app } = stage();
    const headers = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const preflight = { method: 'OPTIONS', headers };
    const latest = `/releases/v1/apps/${app.slug}/latest`;
    for (const reply of [
      await service.site(app.slug, '/releases/stable/linux/x86_64/1.0.0', preflight),
      await service.site(app.slug, '/feeds/electron/stable/latest.yml', preflight),
      await service.site(app.slug, latest, preflight),
      await service.api(latest, { ...preflight, key: '' }),
    ]) {
      assert.equal(reply.status, 204);
      assert.match(String(reply.headers['access-control-allow-headers']), /\bAuthorization\b/);
      assert.equal(reply.headers['access-control-allow-credentials'], undefined);
    }
    for (const path of ['/v1/apps', `/v1/apps/${app.slug}`, '/v1/session', '/metrics']) {
      const reply = await service.api(path, { ...preflight, key: '' });
      assert.ok(reply.status >= 400, path);
      for (const name of ['access-control-allow-origin', 'access-control-allow-headers'])
        assert.equal(reply.headers[name], undefined, path);
    }
  });

  test('CORS allows reading every response of an app’s host, including errors', async () => {
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
});

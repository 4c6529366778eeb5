import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestPort } from '../../../lab/request.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { createPublisher, createTestApp } from '../harness.ts';
import { problemCode, target, useStage } from './stage.ts';

/** Headers that are in no cache key. */
const unkeyed =
  `accept accept-charset accept-datetime accept-encoding accept-language cache-control cf-connecting-ip
  cf-visitor client-ip content-language cookie date dnt early-data fastly-client-ip forwarded from
  front-end-https if-modified-since if-unmodified-since max-forwards origin pragma prefer priority
  proxy-authorization proxy-connection purpose referer save-data sec-ch-ua sec-fetch-dest sec-fetch-mode
  sec-fetch-site sec-gpc te true-client-ip upgrade-insecure-requests user-agent via viewport-width warning
  x-att-deviceid x-cluster-client-ip x-csrf-token x-forwarded-for x-forwarded-host x-forwarded-port
  x-forwarded-prefix x-forwarded-proto x-forwarded-scheme x-forwarded-server x-forwarded-ssl x-host
  x-http-host-override x-http-method-override x-original-host x-original-url x-real-ip x-requested-with
  x-rewrite-url x-url-scheme x-wap-profile authorization`.split(/\s+/);

const strip = (headers: object) => JSON.stringify({ ...headers, date: undefined });

describe('hosts', () => {
  const stage = useStage();
  const latest = (slug: string) => `/releases/v1/apps/${slug}/latest`;
  const check = '/releases/stable/linux/x86_64/0.1.0';

  const pathOf = (url: string, slug: string) =>
    url
      .replace('/releases/:channel/:target/:arch/:currentVersion', check)
      .replace(':releaseId/:target', `${stage().publishedId}/${target}`)
      .replace(':publicSlug', slug)
      .replace(':app', slug)
      .replace('*', 'x')
      .replaceAll(/:\w+/g, 'x');

  test('a host of no app gets no public response', async () => {
    const { service, app } = stage();
    const { port } = service;
    const foreignHosts = [
      '127.0.0.1',
      '[::1]',
      'unknown.localhost',
      `${app.slug}.localhost.evil`,
      `${app.slug}.localhost.evil.example`,
      `evil.${app.slug}.localhost`,
      `${app.slug}-localhost`,
      `x${app.slug}.localhost`,
      `${app.slug}..localhost`,
      `.${app.slug}.localhost`,
      `${app.slug}.localhost..`,
      `${app.slug}.localhost:80:80`,
      `${app.slug}.localhost:port`,
      `${app.slug}.localhost@evil.example`,
      `evil.example/${app.slug}.localhost`,
      `${app.slug}.localhost%00`,
      `${app.slug}.localhost%2eevil`,
      `ⓐ${app.slug}.localhost`,
      '',
      'a'.repeat(300),
    ];
    for (const host of foreignHosts) {
      for (const path of [check, latest(app.slug), `/releases/download/${stage().publishedId}/${target}`]) {
        const reply = await requestPort(port, path, { host: Buffer.from(host).toString('latin1') });
        assert.equal(problemCode(reply, 404), 'not-found', `${host} ${path}`);
      }
    }
    // The base host identifies apps only by path.
    for (const path of [check, `/releases/download/${stage().publishedId}/${target}`, latest('nobody')])
      assert.equal(problemCode(await requestPort(port, path, { host: 'localhost' }), 404), 'not-found', path);
  });

  test('case, port and a trailing dot make no difference, and are not echoed', async () => {
    const { service, app } = stage();
    const plain = await service.site(app.slug, latest(app.slug));
    assert.equal(plain.status, 200);
    for (const host of [
      `${app.slug}.localhost`,
      `${app.slug}.localhost.`,
      `${app.slug.toUpperCase()}.LOCALHOST`,
      `${app.slug}.localhost:1`,
      `${app.slug}.localhost.:65535`,
    ]) {
      const reply = await service.site(app.slug, latest(app.slug), { host });
      assert.deepEqual(reply.body, plain.body, host);
    }
  });

  test('sixty headers outside the cache key do not change a public response', async () => {
    const { service, app } = stage();
    assert.ok(unkeyed.length >= 60, String(unkeyed.length));
    for (const path of [
      check,
      latest(app.slug),
      `/releases/v1/apps/${app.slug}/releases`,
      '/releases/stable/linux/x86_64/9.0.0',
    ]) {
      const plain = await service.site(app.slug, path);
      for (const name of unkeyed) {
        const reply = await service.site(app.slug, path, { headers: { [name]: 'evil.example' } });
        assert.deepEqual(reply.body, plain.body, `${name} on ${path}`);
        assert.equal(strip(reply.headers), strip(plain.headers), `${name} on ${path}`);
      }
    }
  });

  test('content headers without a body change nothing, even before the response is cached', async () => {
    const { service, app } = stage();
    const headers = { 'content-encoding': 'gzip', 'content-type': 'text/x' };
    for (const path of [
      '/releases/stable/linux-x86_64/x86_64/0.2.0',
      `${latest(app.slug)}?target=${target}`,
    ]) {
      const [cold, warm] = [
        await service.site(app.slug, path, { headers }),
        await service.site(app.slug, path, { headers }),
      ];
      assert.deepEqual([cold.status, cold.body], [200, warm.body], path);
      assert.equal(strip(cold.headers), strip(warm.headers), path);
    }
  });

  test('during a rollout, responses that depend on a header or a query are private', async () => {
    const { service } = stage();
    const app = await createTestApp(service);
    const { slug } = app;
    const publisher = createPublisher(service, app);
    await publisher.release({ version: '1.0.0' }, [{ target, bytes: Buffer.from('old') }]);
    const id = await publisher.draft({ version: '2.0.0' });
    await publisher.upload({ version: '2.0.0' }, { target, bytes: Buffer.from('new') });
    const plan = { steps: [{ percent: 50 }], cohorts: ['b'] };
    const rollout = `/v1/apps/${slug}/releases/${id}/rollout`;
    assert.equal((await service.api(rollout, { method: 'PUT', json: plan })).status, 200);
    assert.equal((await publisher.publish(id)).status, 200);
    const facts = [
      'slipway-client',
      'slipway-cohort',
      'slipway-system',
      'x-user-staging-id',
      'slipway-check',
    ];
    const members = ['client', 'stagingId', 'cohort', 'check', 'system'];
    const values = ['a', 'b', 'manual', '9'];
    const requestsTo = (path: string) => [
      ...[...unkeyed, ...facts].flatMap((name) =>
        values.map((value) => ({ path, headers: { [name]: value } })),
      ),
      ...members.flatMap((name) =>
        values.map((value) => ({ path: `${path}?${name}=${value}`, headers: {} })),
      ),
    ];
    for (const path of [check, '/releases/stable/linux/x86_64/9.0.0', latest(slug)]) {
      const plain = await service.site(slug, path);
      let differing = 0;
      for (const { path: address, headers } of requestsTo(path)) {
        const reply = await service.site(slug, address, { headers });
        if (!reply.body.equals(plain.body)) differing += 1;
        const isPrivate = reply.headers['cache-control'] === 'private, no-cache';
        assert.ok(isPrivate || reply.body.equals(plain.body), `${address} ${JSON.stringify(headers)}`);
        assert.equal(reply.headers['cache-control'], plain.headers['cache-control'], address);
      }
      assert.equal(differing > 0, path === check, path);
    }
  });

  test('no query changes the response to another', async () => {
    const { service, app } = stage();
    const { slug } = app;
    const page = (query: string) => `/releases/v1/apps/${slug}/${query}`;
    const paths = [
      page('latest'),
      page('releases'),
      check,
      page('latest?channel=stable'),
      page('releases?limit=20'),
    ];
    const before = await Promise.all(paths.map((path) => service.site(slug, path)));
    const strange = [
      page('1.0'),
      page('latest?target='),
      page('latest?channel='),
      page('releases?channel='),
      page('releases?target='),
      page(`latest?channel=${encodeURIComponent('stable","')}`),
      page(`releases?target=${encodeURIComponent('?20')}`),
      '/releases/stable%2Flinux/x/x86_64/1.0',
      '/releases/stable/linux%2Fx86_64/1.0/1.0',
      '/releases/stable/linux/x86_64/',
      '/releases/stable//linux/x86_64/1.0',
    ];
    for (const path of strange) await service.site(slug, path);
    const after = await Promise.all(paths.map((path) => service.site(slug, path)));
    for (const [index, reply] of after.entries()) {
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.body, before[index]?.body, paths[index]);
    }
  });

  test('the slug of another app in the path returns 404', async () => {
    const { service, app } = stage();
    const other = await createTestApp(service);
    for (const page of ['latest', 'releases']) {
      problemCode(await service.site(app.slug, `/releases/v1/apps/${other.slug}/${page}`), 404);
    }
    problemCode(await service.site(other.slug, `/releases/download/${stage().publishedId}/${target}`), 404);
  });

  test('an app’s host serves only public routes; other hosts serve none, except latest, history and reports on the base host', async () => {
    const { service, app } = stage();
    for (const [method, url, access, , onSite] of routeTable) {
      const path = pathOf(url, app.slug);
      const headers = { authorization: 'Bearer an-admin-key-that-only-tests-know-of-0123456789' };
      if (access === 'site') {
        assert.equal(
          (await service.api(path, { method })).status,
          404,
          `${method} ${path} on the service’s host`,
        );
      } else if (access === 'site-or-base') {
        // Its route rejects an empty report.
        const status = { OPTIONS: 204, POST: 400 }[method as string] ?? 200;
        assert.equal((await service.api(path, { method, key: '' })).status, status, path);
        assert.equal((await service.site(app.slug, path, { method })).status, status, path);
        const otherHost = { method, headers: { host: 'example.net' } };
        assert.equal((await service.api(path, otherHost)).status, 404, `${path} on any other host`);
      } else if (onSite !== undefined) {
        const { status, text } = await service.site(app.slug, path, { method, headers });
        assert.equal(status, 200);
        assert.notEqual(text(), (await service.api(path, { method })).text(), `${path} is not the service’s`);
      } else if (access !== 'every-host') {
        const reply = await service.site(app.slug, path, { method, headers });
        assert.equal(problemCode(reply, 404), 'not-found', `${method} ${path} on an app’s host`);
      }
    }
  });
});

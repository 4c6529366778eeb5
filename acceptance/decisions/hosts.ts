import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createHostStage } from '../host-stage.ts';
import { assertProblem } from '../problem.ts';
import type { World } from '../world.ts';

/** Decisions, "Hosts": which paths each host serves, and how hosts compare. */
export const hostsSection = (world: World): void => {
  const { shared, ask } = createHostStage(world);

  const check = '/releases/stable/linux/x86_64/1.0.0';

  describe('Hosts', () => {
    test("on an app's host the API, the documents and the metrics are 404, public paths answer", async () => {
      const { app, domain } = await shared();
      for (const host of [`${app.publicSlug}.localhost`, domain]) {
        for (const path of ['/v1/openapi.json', '/docs', '/metrics', '/v1/apps', '/internal/tls-ask']) {
          const headers = { authorization: `Bearer ${world.deployed().adminKey}` };
          assertProblem(await ask(host, path, headers), 404, 'not-found');
        }
        assert.equal((await ask(host, check)).status, 200);
        assert.match((await ask(host, '/')).text, /<title>Download /);
      }
    });

    test('on any host without an app, the API, the documents and the metrics respond', async () => {
      const { port } = new URL(world.deployed().baseUrl);
      const hosts = ['127.0.0.1', 'localhost', `api.localhost:${port}`, 'nobody.localhost', 'example.net'];
      for (const host of hosts) {
        for (const path of ['/v1/openapi.json', '/docs', '/metrics']) {
          assert.equal((await ask(host, path)).status, 200, `${host} ${path}`);
        }
        const headers = { authorization: `Bearer ${world.deployed().adminKey}` };
        assert.equal((await ask(host, '/v1/apps?limit=1', headers)).status, 200, host);
      }
    });

    test('the dashboard is served on the base host only, not on other names that resolve to the server', async () => {
      const { app, domain } = await shared();
      const base = new URL(world.deployed().baseUrl).hostname;
      const [asset = ''] = /\/assets\/[^"]+/.exec((await ask(base, '/')).text) ?? [];
      for (const path of ['/', '/sign-in', '/apps', '/apps/hello/releases', asset]) {
        assert.equal((await ask(base, path)).status, 200, path);
        for (const host of ['nobody.localhost', 'example.net'])
          assertProblem(await ask(host, path), 404, 'not-found');
        for (const host of [`${app.publicSlug}.localhost`, domain]) {
          const answer = await ask(host, path);
          if (path !== '/') assertProblem(answer, 404, 'not-found');
          else assert.match(answer.text, /<title>Download /, "an app's own page");
        }
      }
    });

    test('/healthz and /readyz answer on every host', async () => {
      const { app, domain } = await shared();
      for (const host of [`${app.publicSlug}.localhost`, domain, 'localhost', 'nobody.example.org']) {
        assert.equal((await ask(host, '/healthz')).status, 200, host);
        assert.equal((await ask(host, '/readyz')).status, 200, host);
      }
    });

    test('hosts match regardless of case, port and trailing dot', async () => {
      const { app, domain } = await shared();
      const host = `${app.publicSlug}.localhost`;
      for (const written of [
        host,
        host.toUpperCase(),
        `${host}:1`,
        `${host}.`,
        `${host}.:65535`,
        domain,
        domain.toUpperCase(),
        `${domain}.`,
        `${domain}:443`,
      ]) {
        assert.equal((await ask(written, check)).status, 200, written);
      }
    });

    test('hosts otherwise match exactly', async () => {
      const { app, domain } = await shared();
      const host = `${app.publicSlug}.localhost`;
      for (const written of [
        `x${host}`,
        `x.${host}`,
        `${host}x`,
        `${host}.evil`,
        `${host}..`,
        `.${host}`,
        app.publicSlug,
        `${app.slug}.localhost`,
        `${app.publicSlug}.example.com`,
        `x.${domain}`,
        `${domain}.evil.com`,
        'example.com',
      ]) {
        assertProblem(await ask(written, check), 404, 'not-found');
      }
    });

    test('/internal/tls-ask accepts only hosts of apps', async () => {
      const { app, domain } = await shared();
      const tlsAsk = (name: string) => ask('localhost', `/internal/tls-ask?domain=${name}`);
      assert.equal((await tlsAsk(domain)).status, 200);
      assert.equal((await tlsAsk(`${app.publicSlug}.localhost`)).status, 200);
      assertProblem(await tlsAsk(`nobody.${domain}`), 404, 'not-found');
      assertProblem(await ask('localhost', '/internal/tls-ask'), 400);
    });
  });
};

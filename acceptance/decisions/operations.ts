import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFreshMetrics } from '../../lab/metric.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher } from '../publisher.ts';
import type { ApiDocument } from '../recorder.ts';
import { apiRoutes, otherRoutes } from '../routes.ts';
import type { World } from '../world.ts';

/** Decisions, the last rule: health, readiness, metrics, the API document and its page. */
export const operationsSection = (world: World): void => {
  const get = (path: string) => world.call({ path });

  describe('Operations', () => {
    test('GET /healthz: 200', async () => assert.equal((await get('/healthz')).status, 200));
    test('a repeated parameter is 400 for /readyz; nothing in its query makes /healthz fail', async () => {
      assertProblem(await get('/readyz?app=a&app=b'), 400, 'invalid-fields');
      assert.equal((await get('/healthz?nonce=a&nonce=b')).status, 200);
    });
    test('GET /readyz: 200', async () => assert.equal((await get('/readyz')).status, 200));

    test('GET /metrics: Prometheus text with requests, checks, bytes, publishes and timings', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      await app.check('stable/linux/x86_64/0.1');
      await app.download(release.id);
      await readFreshMetrics(async () => (await get('/metrics')).text);
      const answer = await get('/metrics');
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^text\/plain\b/);
      for (const line of answer.text.split('\n')) {
        assert.match(line, /^($|# (HELP|TYPE) |[a-zA-Z_:][a-zA-Z0-9_:]*(\{.*\})? -?[0-9.eE+naNIf-]+$)/);
      }
      const ours = answer.text.split('\n').filter((line) => line.startsWith('slipway_'));
      for (const topic of [/request/, /check/, /bytes/, /publish/, /database.*sec/, /storage.*sec/]) {
        assert.ok(
          ours.some((line) => topic.test(line)),
          `something of ${topic}`,
        );
      }
      assert.ok(!answer.text.includes(app.slug), 'no label grows with the apps');
      assert.ok(!answer.text.includes(release.id));
    });

    test('GET /v1/openapi.json: 3.1 and every route', async () => {
      const answer = await get('/v1/openapi.json');
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^application\/json\b/);
      const document = answer.json<ApiDocument>();
      assert.match(document.openapi, /^3\.1\.\d+$/);
      const there = Object.entries(document.paths)
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
        .map((route) => route.replace(/\{\w+\}/g, '{}'));
      const listed = apiRoutes.map(({ method, template }) => `${method} ${template.replace(/\?.*/, '')}`);
      for (const route of [...listed, ...otherRoutes]) {
        assert.ok(there.includes(route.replace(/\{\w+\}/g, '{}')), route);
      }
    });

    test('GET /v1/openapi.json: every reference resolves', async () => {
      const document = (await get('/v1/openapi.json')).json<Record<string, unknown>>();
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
        ([, to]) => to ?? '',
      );
      assert.ok(references.length > 0);
      for (const to of references) {
        assert.match(to, /^#\//);
        let here: unknown = document;
        for (const part of to.slice(2).split('/'))
          here = (here as Record<string, unknown> | undefined)?.[part];
        assert.notEqual(here, undefined, to);
      }
    });

    test('GET /docs: a readable page that names every route', async () => {
      const answer = await get('/docs');
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^text\/html\b/);
      for (const { template } of apiRoutes)
        assert.ok(answer.text.includes(template.replace(/\?.*/, '')), template);
      for (const route of otherRoutes) assert.ok(answer.text.includes(route.split(' ')[1] ?? ''), route);
      assert.doesNotMatch(answer.text, /<script[^>]+src=|<link[^>]+href="http/, 'nothing from elsewhere');
    });

    for (const path of ['/v1/openapi.json', '/docs'])
      test(`GET ${path}: 304 for clients that have it`, async () => {
        const { headers } = await get(path);
        const url = `${world.deployed().baseUrl}${path}`;
        const again = await world.send({ url, headers: { 'if-none-match': String(headers.etag) } });
        assert.deepEqual([again.status, again.text], [304, '']);
      });

    test('GET /: a page that says what this is and where to go', async () => {
      const answer = await get('/');
      assert.equal(answer.status, 200);
      assert.match(String(answer.headers['content-type']), /^text\/html\b/);
      assert.match(answer.text, /publish(es)? releases/i);
      assert.ok(answer.text.includes('href="/docs"'));
    });
  });
};

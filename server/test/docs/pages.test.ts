import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { problems } from '@slipway/api';
import { remedies } from '@slipway/core/remedies.ts';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { changeExample, exampleOf } from '../../src/http/openapi/example.ts';
import { renderHome } from '../../src/http/openapi/home-page.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { type Running, startService } from '../harness.ts';
import { decodeHtml } from './html-text.ts';

/* The documentation pages: correct, complete, readable, and safe to open. */

/** All nested schemas. */
const schemasIn = (value: unknown): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(schemasIn)];
};

describe('examples', () => {
  test('of every body are what its schema allows', () => {
    for (const [method, url, , { body }] of routeTable) {
      if (body === undefined) continue;
      assert.ok(Check(body, exampleOf(body)), `${method} ${url}: ${JSON.stringify(exampleOf(body))}`);
    }
  });

  test('of every answer are what its schema allows', () => {
    for (const [method, url, , route] of routeTable) {
      for (const answer of Object.values(route.responses)) {
        if (answer === null || typeof answer === 'string') continue;
        const example = changeExample(exampleOf(answer), route.example);
        assert.ok(Check(answer, example), `${method} ${url}: ${JSON.stringify(example)}`);
      }
    }
  });

  test('of named objects are what the object allows', () => {
    const named = schemasIn(routeTable.map(([, , , { responses, body }]) => [responses, body]));
    const withExamples = named.filter(({ examples, type }) => Array.isArray(examples) && type === 'object');
    assert.ok(withExamples.length > 20);
    for (const schema of withExamples)
      assert.ok(Check(schema as TSchema, exampleOf(schema)), String(schema.$id));
  });
});

describe('pages', () => {
  let service: Running;
  let docs: string;
  before(async () => {
    service = await startService();
    docs = (await service.api('/docs', { key: '' })).text();
  });
  after(() => service.stop());

  /** The base page when the dashboard is not built. */
  const home = (): string =>
    renderHome(
      { baseUrl: `http://localhost:${service.port}`, publicUrl: `http://{slug}.localhost:${service.port}` },
      '1.0.0',
    );

  /** The page's section about one call. */
  const sectionOf = (id: string): string => {
    const found = docs.split('<section class="call" id="').find((part) => part.startsWith(`${id}"`));
    assert.ok(found, `${id} is not on the page`);
    return found;
  };
  const operations = async () => {
    const document = (await service.api('/v1/openapi.json', { key: '' })).json<{
      paths: Record<string, Record<string, { operationId: string; security?: unknown; responses: object }>>;
    }>();
    return Object.values(document.paths).flatMap((methods) => Object.values(methods));
  };

  test('allow one style by its hash, and no script', async () => {
    const { status, headers, ...page } = await service.api('/docs', { key: '' });
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.text()) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = String(headers['content-security-policy']);
    assert.ok(policy.includes(`style-src 'sha256-${hash}'`), policy);
    assert.doesNotMatch(policy, /unsafe/);
    for (const text of [page.text(), home()]) assert.doesNotMatch(text, /<script|\sstyle="|\son\w+="|src=/);
  });

  test('lead nowhere that does not answer', async () => {
    for (const [path, text] of [
      ['/', home()],
      ['/docs', docs],
    ]) {
      for (const [, href = ''] of (text ?? '').matchAll(/href="([^"]+)"/g)) {
        const [place, anchor] = href.split('#');
        const page = place === '' ? (path ?? '') : (place ?? '');
        const answer = await service.api(page, { key: '' });
        assert.equal(answer.status, 200, href);
        if (anchor !== undefined) assert.ok(answer.text().includes(`id="${anchor}"`), href);
      }
    }
  });

  test('of the service are on no app’s host', async () => {
    await service.api('/v1/apps', { json: { slug: 'shop' } });
    assert.equal((await service.site('shop', '/docs')).status, 404);
  });

  test('tell the first steps with the addresses of this deployment', async () => {
    const text = decodeHtml(home());
    assert.ok(text.includes(`curl http://localhost:${service.port}/v1/apps \\`));
    assert.ok(text.includes(`http://hello.localhost:${service.port}/releases/stable/{{target}}`));
    assert.ok(text.includes(`http://{slug}.localhost:${service.port}`));
  });

  test('say of every call what it is for, with a line to copy that has the key where one is needed', async () => {
    for (const { operationId, security } of await operations()) {
      const section = decodeHtml(sectionOf(operationId));
      const [, curl = ''] = /<pre tabindex="0">(curl .*?)<\/pre>/s.exec(section) ?? [];
      assert.match(curl, new RegExp(`http://(hello\\.)?localhost:${service.port}/`), operationId);
      assert.doesNotMatch(curl, /[{][a-zA-Z]+[}]/, 'every parameter has an example');
      assert.equal(curl.includes('-H "Authorization: Bearer $KEY"'), security !== undefined, operationId);
    }
    for (const [method, url, , ...routes] of routeTable)
      for (const { description = '' } of routes.filter((route) => route !== undefined))
        assert.ok(/^[A-Z].{40,}\.$/s.test(description), `${method} ${url} is not explained`);
  });

  test('show each shape that an answer may have', () => {
    for (const name of [
      ...['TauriUpdate', 'RestUpdate', 'SquirrelUpdate', 'CargoPackagerUpdate'],
      ...['Latest', 'NoLatest'],
    ])
      assert.ok(docs.includes(`<h4>Response 200, ${name}</h4>`), name);
  });

  test('say of every problem what happened and what to do', async () => {
    for (const { operationId, responses } of await operations()) {
      const section = decodeHtml(sectionOf(operationId)).replaceAll(/<\/?code>/g, '`');
      const codes = Object.values(responses).flatMap((response) => response['x-problems'] ?? []);
      assert.ok(codes.length > 0);
      for (const code of codes as (keyof typeof problems)[]) {
        assert.ok(section.includes(`${problems[code].title}. ${remedies[code]}`), `${operationId}: ${code}`);
      }
    }
  });

  test('tell rules in words, and no pattern', () => {
    const patterns = schemasIn(routeTable.map(([, , , route]) => [route.body, route.query]))
      .map(({ pattern }) => pattern)
      .filter((pattern) => typeof pattern === 'string');
    assert.ok(patterns.length > 3);
    for (const pattern of patterns) assert.ok(!decodeHtml(docs).includes(pattern), pattern);
    const cells = [
      ...docs.matchAll(/<tr><td><code>(\w+)<\/code><\/td><td>[^<]*<\/td><td>(.*?)<\/td><\/tr>/g),
    ];
    assert.ok(cells.length > 50);
    for (const [, name = '', rule = ''] of cells) assert.ok(rule.length > 5, `${name} has no rule in words`);
  });
});

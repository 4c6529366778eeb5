import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import {
  createPublisher,
  createTestApp,
  createTestKey,
  type Running,
  startService,
  type TestApp,
} from '../harness.ts';
import { scaled } from './scale.ts';

/* Requests generated from the server's own OpenAPI document: valid, nearly valid, and arbitrary. */

const count = scaled(300, 50_000);

interface Operation {
  operationId: string;
  security?: unknown;
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: { properties?: Record<string, unknown> } } } };
  responses: Record<string, unknown>;
}

const text = fc.oneof(
  fc.constantFrom(
    'stable',
    'linux-x86_64',
    '1.0.0',
    '.bin',
    'a'.repeat(64),
    '2026-01-01',
    'rel_none',
    'x.example.com',
    '',
    '..',
    '%00',
    '%2f',
    '%',
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const bodyOf = (operation: Operation) => {
  const names = Object.keys(operation.requestBody?.content['application/json'].schema.properties ?? {});
  const fields = Object.fromEntries(names.map((name) => [name, fc.option(value, { nil: undefined })]));
  return operation.requestBody === undefined ? fc.constant(undefined) : fc.oneof(fc.record(fields), value);
};

describe('every operation of the OpenAPI document', () => {
  let service: Running;
  let app: TestApp;
  let keys: string[];
  let ids: string[];
  let operations: { method: string; path: string; operation: Operation }[];
  before(async () => {
    service = await startService({ env: { LOG_LEVEL: 'error', SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' } });
    app = await createTestApp(service);
    const publisher = createPublisher(service, app);
    const part = { target: 'linux-x86_64', bytes: Buffer.from('bytes') };
    ids = [
      await publisher.release({ version: '1.0.0' }, [part]),
      await publisher.draft({ version: '2.0.0' }),
    ];
    // Several keys, because each may send a hundred requests a second.
    keys = await Promise.all(
      Array.from({ length: 60 }, () =>
        createTestKey(service, app.slug, ['read', 'publish', 'withdraw', 'prune', 'manage', 'report']),
      ),
    );
    const document = (await service.api('/v1/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
  });
  after(() => service.stop());

  test(`${count} requests each: no unexpected 5xx, and every problem is a documented kind`, async () => {
    assert.ok(operations.length > 30);
    let requestCount = 0;
    const ask = async (
      { method, path, operation }: (typeof operations)[number],
      parts: string[],
      json: unknown,
    ) => {
      requestCount += 1;
      let next = 0;
      const pathValues: Record<string, string> = {
        app: app.slug,
        publicSlug: app.slug,
        id: ids[requestCount % 2] ?? '',
        releaseId: ids[0] ?? '',
      };
      const isOdd = requestCount % 4 === 0;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent((isOdd ? undefined : pathValues[name]) ?? parts[next++ % parts.length] ?? 'x'),
      );
      const query = operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => `${name}=${encodeURIComponent(parts[next++ % parts.length] ?? '')}`)
        .join('&');
      const address = `${filled}${query === '' ? '' : `?${query}`}`;
      const headers = { 'x-forwarded-for': `10.0.${(requestCount >> 8) & 255}.${requestCount & 255}` };
      const body = json === undefined ? {} : { json };
      const reply = path.startsWith('/releases/')
        ? await service.site(app.slug, address, { method, headers })
        : await service.api(address, { method, headers, ...body, key: keys[requestCount % keys.length] });
      const message = `${method} ${address} ${JSON.stringify(json)}: ${reply.status} ${reply.text().slice(0, 300)}`;
      // The only 5xx that an anonymous client can trigger: "not yet", for an unknown revision.
      const isNotShownYet = path === '/readyz' && reply.json<{ code?: string }>().code === 'not-shown-yet';
      assert.ok(reply.status < 500 || isNotShownYet, message);
      if (reply.status < 400) return;
      assert.match(reply.headers['content-type'] ?? '', /problem\+json/, message);
      // Invalid URLs are rejected before routing.
      const isRouted = String(reply.status) in operation.responses || [400, 404, 429].includes(reply.status);
      assert.ok(isRouted, `not documented: ${message}`);
    };
    for (const one of operations) {
      const parts = fc.array(
        text.filter((part) => part.isWellFormed()),
        { minLength: 1, maxLength: 6 },
      );
      await fc.assert(
        fc.asyncProperty(parts, bodyOf(one.operation), (strings, json) => ask(one, strings, json)),
        { numRuns: count, endOnFailure: true },
      );
    }
    assert.equal((await service.api(`/v1/apps/${app.slug}`)).status, 200, 'the app is still there');
  });
});

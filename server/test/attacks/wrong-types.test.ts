import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createTestKey } from '../harness.ts';
import { problemCode, target, useStage } from './stage.ts';

/* Every field of every request body with a value of every JSON type: invalid input is a 4xx, never a 500. */

interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}
interface Content {
  schema: Schema;
  example?: unknown;
}
interface Operation {
  requestBody?: { content: { 'application/json': Content } };
}

const values: readonly unknown[] = [null, true, 7, 1e300, 'text', '', [], [null], [7], {}, { sub: 7 }];

/** Copies of a body with one field replaced, at any depth, including fields that the example lacks. */
const variants = (schema: Schema | undefined, example: unknown): unknown[] => {
  const { properties } = schema?.anyOf?.find((one) => one.properties !== undefined) ?? schema ?? {};
  if (Array.isArray(example))
    return example.flatMap((item, index) =>
      [...values, ...variants(undefined, item)].map((value) => example.with(index, value)),
    );
  const fields = (typeof example === 'object' ? example : null) ?? {};
  return [...new Set([...Object.keys(properties ?? {}), ...Object.keys(fields)])].flatMap((name) =>
    [...values, ...variants(properties?.[name], fields[name as never])].map((value) => ({
      ...fields,
      [name]: value,
    })),
  );
};

describe('fields of the wrong type', () => {
  const stage = useStage();
  const keys: string[] = [];
  before(async () => {
    const { service, app } = stage();
    // Each key may send 100 requests a second.
    for (let count = 0; count < 8; count++)
      keys.push(
        await createTestKey(service, app.slug, ['read', 'publish', 'withdraw', 'prune', 'manage', 'report']),
      );
  });

  test('no field of any body, whatever its type, causes a 5xx', async () => {
    const { service, app, draftId } = stage();
    const { paths } = (await service.api('/v1/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    const names: Record<string, string> = { app: app.slug, publicSlug: app.slug, id: draftId, target };
    let sent = 0;
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const content = requestBody?.content['application/json'];
        if (content === undefined) continue;
        assert.notEqual(content.example, undefined, `${method} ${path} has an example`);
        const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'stable');
        for (const json of [...values, ...variants(content.schema, content.example)]) {
          sent += 1;
          const options = { method: method.toUpperCase(), json, key: keys[sent % keys.length] };
          const reply = address.startsWith('/releases/report')
            ? await service.site(app.slug, address, {
                ...{ method: 'POST', body: JSON.stringify(json) },
                headers: { 'content-type': 'application/json' },
              })
            : await service.api(address, options);
          assert.ok(
            reply.status < 500,
            `${method} ${address} ${JSON.stringify(json)}: ${reply.status} ${reply.text()}`,
          );
        }
      }
    assert.ok(sent > 1000, `${sent} bodies`);
  });

  test('a trusted publisher with fields of the wrong type is rejected with their names', async () => {
    const { service, app } = stage();
    const pipeline = { provider: 'oidc', issuer: 'https://issuer.example', claims: { sub: 'x' } };
    for (const [member, value, pointer] of [
      ['scopes', {}, '/scopes'],
      ['scopes', 'manage', '/scopes'],
      ['issuer', 7, '/issuer'],
      ['issuer', ['https://issuer.example'], '/issuer'],
      ['claims', { sub: 7 }, '/claims/sub'],
      ['claims', { sub: 'x', aud: [] }, '/claims/aud'],
      ['claims', 'sub', '/claims'],
      ['ref', 7, '/ref'],
    ] as const) {
      const json = { ...pipeline, [member]: value };
      const reply = await service.api(`/v1/apps/${app.slug}/trusted-publishers`, { json });
      assert.equal(problemCode(reply, 400), 'invalid-fields', JSON.stringify(json));
      const { errors } = reply.json<{ errors: { pointer: string }[] }>();
      assert.deepEqual(
        errors.map((error) => error.pointer),
        [pointer],
        JSON.stringify(json),
      );
    }
  });

  test('faults found by the route are reported along with fields of the wrong type', async () => {
    const { service, app } = stage();
    const json = { provider: 'oidc', issuer: 7, claims: { sub: '*', aud: 7 }, scopes: ['manage', 7] };
    const reply = await service.api(`/v1/apps/${app.slug}/trusted-publishers`, { json });
    assert.equal(problemCode(reply, 400), 'invalid-fields');
    const { errors } = reply.json<{ errors: { pointer: string }[] }>();
    assert.deepEqual(errors.map((error) => error.pointer).sort(), [
      '/claims/aud',
      '/claims/sub',
      '/issuer',
      '/scopes',
      '/scopes/1',
    ]);
  });

  test('a field of the wrong type counts as present: no other field is blamed', async () => {
    const { service, app, publishedId } = stage();
    const at = `/v1/apps/${app.slug}/releases/${publishedId}`;
    const steps = [{ percent: 100 }];
    for (const [method, path, json, pointer] of [
      ['POST', `${at}/health`, { verdict: 'good', reason: 'x' }, '/verdict'],
      ['POST', `${at}/health`, { good: 'many', bad: 1 }, '/good'],
      ['PUT', `${at}/rollout`, { steps, brakes: { acceptable: 'x', bad: 0.5 } }, '/brakes/acceptable'],
    ] as const) {
      const reply = await service.api(path, { method, json });
      assert.equal(problemCode(reply, 400), 'invalid-fields');
      const { errors } = reply.json<{ errors: { pointer: string }[] }>();
      assert.deepEqual(
        errors.map((error) => error.pointer),
        [pointer],
        JSON.stringify(json),
      );
    }
  });

  test('more wrong fields than one response lists return 400, too', async () => {
    const { service, app } = stage();
    const claims = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}`, index]));
    const json = { provider: 'oidc', issuer: 7, claims: { ...claims, sub: 7 }, scopes: {} };
    const reply = await service.api(`/v1/apps/${app.slug}/trusted-publishers`, { json });
    assert.equal(problemCode(reply, 400), 'invalid-fields');
  });

  test('signing in with the body null returns 400, without a body 201', async () => {
    const { service } = stage();
    const headers = { 'content-type': 'application/json' };
    for (const body of ['null', '[]', '7', '"stay"'])
      assert.equal(
        problemCode(await service.api('/v1/session', { method: 'POST', headers, body }), 400),
        'invalid-fields',
        body,
      );
    assert.equal((await service.api('/v1/session', { method: 'POST' })).status, 201);
    assert.equal((await service.api('/v1/session', { method: 'POST', json: {} })).status, 201);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Fastify from 'fastify';
import { createLazyValidators, loadAjv } from '../../../src/http/body/lazy-validators.ts';
import { routeTable } from '../../../src/http/route-table.ts';

describe('validators that are compiled on first use', () => {
  test('every schema of every route compiles', async () => {
    const ajv = await loadAjv();
    let compiled = 0;
    for (const [method, url, , route, onSite] of routeTable)
      for (const schema of [route.body, route.query, onSite?.query].filter((one) => one !== undefined)) {
        assert.doesNotThrow(() => ajv.compile(schema), `${method} ${url}`);
        compiled += 1;
      }
    assert.ok(compiled > 40, `${compiled} schemas`);
  });

  test('are loaded by the first request that needs one, and report its own errors', async () => {
    const validators = createLazyValidators();
    const app = Fastify({ schemaController: { compilersFactory: validators.compilersFactory } });
    let isLoading = false;
    app.addHook('preValidation', async (request) => {
      if (isLoading) await validators.loadFor(request);
    });
    const body = { type: 'object', required: ['name'] };
    app.post('/name', { schema: { body } }, async () => 'named');
    app.post('/faulty', { schema: { body: { type: 'no such type' } } }, async () => 'faulty');
    const post = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, payload })).statusCode;
    assert.equal(await post('/name', { name: 'a' }), 500, 'accepted without a validator');
    isLoading = true;
    const answers = [
      await post('/name', { name: 'a' }),
      await post('/name', {}),
      await post('/faulty', {}),
      await post('/name', { name: 'b' }),
    ];
    assert.deepEqual(answers, [200, 400, 500, 200]);
  });
});

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

  test('a route without a schema loads nothing; a faulty schema fails the request, not another', async () => {
    const validators = createLazyValidators();
    const app = Fastify({ schemaController: { compilersFactory: validators.compilersFactory } });
    app.get('/none', async () => 'none');
    app.post('/name', { schema: { body: { type: 'object', required: ['name'] } } }, async () => 'named');
    app.post('/faulty', { schema: { body: { type: 'no such type' } } }, async () => 'faulty');
    await app.ready();
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
    assert.equal((await app.inject('/none')).statusCode, 200);
    assert.equal((await post('/name', { name: 'a' })).statusCode, 500, 'validated without a validator');

    const ready = Fastify({ schemaController: { compilersFactory: validators.compilersFactory } });
    ready.addHook('preValidation', validators.loadFor);
    ready.post('/name', { schema: { body: { type: 'object', required: ['name'] } } }, async () => 'named');
    ready.post('/faulty', { schema: { body: { type: 'no such type' } } }, async () => 'faulty');
    const send = (url: string, payload: object) => ready.inject({ method: 'POST', url, payload });
    assert.equal((await send('/name', { name: 'a' })).statusCode, 200);
    assert.equal((await send('/name', {})).statusCode, 400);
    assert.equal((await send('/name', { name: 'b' })).statusCode, 200, 'errors of an earlier request stayed');
    assert.equal((await send('/faulty', {})).statusCode, 500);
    assert.equal((await send('/name', {})).statusCode, 400);
  });
});

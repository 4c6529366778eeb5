import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { responseMembers } from '../../../../cli/src/net/require-slipway.ts';
import { type Running, startService } from '../../harness.ts';

interface Schema {
  $ref?: string;
  required?: string[];
}
interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, Answer> }>>;
  components: { schemas: Record<string, Schema> };
}
interface Answer {
  content?: Record<string, { schema?: Schema }>;
}

let service: Running;
before(async () => {
  service = await startService();
});
after(() => service.stop());

test('every API response has a member by which the CLI identifies Slipway', async () => {
  const document = (await service.api('/v1/openapi.json')).json<Document>();
  const whole = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (document.components.schemas[name] ?? {});
  };
  let responseCount = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!path.startsWith('/v1/') || path === '/v1/openapi.json') continue;
    for (const [method, { responses = {} }] of Object.entries(methods))
      for (const status of ['200', '201']) {
        const schema = responses[status]?.content?.['application/json']?.schema;
        if (schema === undefined) continue;
        responseCount += 1;
        const { required = [] } = whole(schema);
        assert.ok(
          required.some((name) => responseMembers.includes(name)),
          `${method} ${path}: ${required}`,
        );
      }
  }
  assert.ok(responseCount > 40, `${responseCount} responses`);
});

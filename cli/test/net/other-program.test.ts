import assert from 'node:assert/strict';
import test from 'node:test';
import { createClient } from '@slipway/api';
import { toFailure } from '../../src/errors/to-failure.ts';
import { createApiFetch } from '../../src/net/api-fetch.ts';
import { requireSlipway } from '../../src/net/require-slipway.ts';
import { never, serve } from './listener.ts';

/* At a wrong address another program responds: a redirecting proxy, a website, some other API. */

const answers: Record<string, [status: number, headers: Record<string, string>, body: string]> = {
  'a redirect': [307, { location: 'https://example.com/' }, ''],
  'a redirect with a page': [301, { location: '/', 'content-type': 'text/html' }, '<html></html>'],
  'a page': [200, { 'content-type': 'text/html' }, '<!doctype html><title>Hi</title>'],
  nothing: [200, {}, ''],
  'an object of another shape': [200, { 'content-type': 'application/json' }, '{"ok":true}'],
  'a list': [200, { 'content-type': 'application/json' }, '[{"keys":[]}]'],
  'null as JSON': [200, { 'content-type': 'application/json' }, 'null'],
  'a refusal of another kind': [404, { 'content-type': 'application/json' }, '{"message":"Not Found"}'],
};

for (const [name, [status, headers, body]] of Object.entries(answers))
  test(`${name} is reported in one sentence`, async (t) => {
    const port = await serve(t, (_, response) => void response.writeHead(status, headers).end(body));
    const fetch = requireSlipway(createApiFetch({ userAgent: 'test', signal: never }));
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, fetch });
    const failure = await client.listKeys('acme').then(() => assert.fail('it was taken'), toFailure);
    assert.equal(
      failure.message,
      `The server returned ${status} without a readable body. This may not be a Slipway server.`,
    );
    assert.equal(failure.code, 'unreadable-answer');
  });

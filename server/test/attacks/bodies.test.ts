import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { cpuMs, lookAt, problemCode, useStage } from './stage.ts';

describe('bodies', () => {
  const stage = useStage();
  const json = { 'content-type': 'application/json' };

  /** Posts a body to create a draft; asserts that it is rejected and nothing changed. */
  const refused = async (
    body: string | Uint8Array,
    status: number,
    headers: Record<string, string> = json,
  ) => {
    const { service, app } = stage();
    const before = await lookAt(stage(), app.slug);
    const question = { method: 'POST', key: app.key, headers, body };
    const reply = await service.api(`/v1/apps/${app.slug}/releases`, question);
    const code = problemCode(reply, status);
    assert.equal(await lookAt(stage(), app.slug), before);
    return { code, reply };
  };

  test('what is no JSON is 400, what does not say that it is JSON is 415', async () => {
    for (const body of [
      '{',
      '{"version":"3.0.0"',
      '{"version":"3.0.0"}}',
      'null null',
      "{'version':'3.0.0'}",
    ])
      assert.equal((await refused(body, 400)).code, 'bad-json', body);
    for (const body of ['null', '[]', '"3.0.0"', '3', 'true'])
      assert.equal((await refused(body, 400)).code, 'invalid-fields', body);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ])
      assert.equal(
        (await refused('{"version":"3.0.0"}', 415, { 'content-type': type })).code,
        'not-json',
        type,
      );
  });

  test('compressed bodies are 415 and never inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20));
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'gzip, gzip'])
      assert.equal(
        (await refused(bomb, 415, { ...json, 'content-encoding': encoding })).code,
        'not-json',
        encoding,
      );
  });

  test('__proto__ and constructor.prototype are refused and pollute nothing', async () => {
    const bodies = [
      '{"version":"3.0.0","__proto__":{"notes":"polluted"}}',
      '{"version":"3.0.0","constructor":{"prototype":{"notes":"polluted"}}}',
      '{"version":"3.0.0","\\u005f_proto__":{"notes":"polluted"}}',
      '{"__proto__":{"version":"3.0.0"}}',
    ];
    for (const body of bodies) await refused(body, 400);
    assert.equal(Object.hasOwn(Object.prototype, 'notes'), false);
  });

  test('lone surrogates and NUL are refused wherever they are', async () => {
    for (const text of ['\\ud800', '\\udfff\\ud800', 'a\\u0000b'])
      for (const field of ['notes', 'version', 'channel', 'pubDate'])
        assert.equal((await refused(`{"version":"3.0.0","${field}":"${text}"}`, 400)).code, 'invalid-fields');
    await refused('{"version":"3.0.0","\\ud800":1}', 400);
  });

  test('a body that is a list or a word is told to be an object', async () => {
    for (const body of ['[]', '"word"', '7', 'null']) {
      const { code, reply } = await refused(body, 400);
      assert.equal(code, 'invalid-fields');
      assert.match(String(reply.body), /The body must be a JSON object\./, body);
    }
  });

  test('a body nested 100,000 deep is refused quickly', async () => {
    const arrays = '['.repeat(100_000) + ']'.repeat(100_000);
    const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    /** The minimum of several runs, to exclude garbage collection. */
    const costOf = async (body: string): Promise<number> => {
      const costs: number[] = [];
      for (let time = 0; time < 3; time++) {
        const before = process.cpuUsage();
        const { code, reply } = await refused(body, 400);
        costs.push(cpuMs(before));
        assert.equal(code, 'invalid-fields');
        assert.ok(reply.body.length < 10_000, 'the answer is short');
      }
      return Math.min(...costs);
    };
    for (const body of [arrays, objects, `{"version":"3.0.0","notes":${arrays}}`]) {
      const flat = await costOf(`{"version":${'1'.repeat(body.length)}}`);
      const nested = await costOf(body);
      assert.ok(nested < 5 * flat, `${nested} ms, one of the same length that is not nested ${flat} ms`);
    }
  });

  test('text that is not UTF-8 is refused, not kept as something else', async () => {
    const body = Buffer.concat([
      Buffer.from('{"version":"3.0.0","notes":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    assert.equal((await refused(body, 400)).code, 'bad-json');
  });

  test('all broken fields are in one answer, whoever finds them', async () => {
    const { service, app } = stage();
    const cases: [method: string, path: string, json: unknown, broken: string[]][] = [
      ['POST', '/v1/apps', { slug: '-', adapter: 'zz' }, ['/adapter', '/slug']],
      ['PATCH', `/v1/apps/${app.slug}`, { name: '', adapter: 'electron' }, ['/adapter', '/name']],
      [
        'POST',
        `/v1/apps/${app.slug}/releases`,
        { version: '!', notes: '\0', __proto__x: 1 },
        ['/__proto__x', '/notes', '/version'],
      ],
      [
        'POST',
        `/v1/apps/${app.slug}/artifacts/presign`,
        {
          version: '!',
          target: '..',
          format: 'x',
          size: 1e15,
          sha256: 'z',
          signature: '\0',
          contentType: 'a/b ',
        },
        ['/contentType', '/format', '/sha256', '/signature', '/size', '/target', '/version'],
      ],
      [
        'POST',
        `/v1/apps/${app.slug}/keys`,
        { name: '', scopes: ['all'], expiresAt: '2020-01-01' },
        ['/expiresAt', '/name', '/scopes/0'],
      ],
    ];
    for (const [method, path, json, broken] of cases) {
      const reply = await service.api(path, { method, json });
      assert.equal(problemCode(reply, 400), 'invalid-fields');
      const { errors } = reply.json<{ errors: { pointer: string; detail: string }[] }>();
      assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), broken, path);
    }
    const reply = await service.api(`/v1/apps/${app.slug}/releases`, {
      method: 'POST',
      headers: json,
      body: '{"version":"!","__proto__":1,"constructor":{"prototype":1}}',
    });
    const { errors } = reply.json<{ errors: { pointer: string }[] }>();
    assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/__proto__', '/constructor', '/version']);
  });
});

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sendRaw, statusesOf } from '../../../lab/request.ts';
import { adminKey } from '../harness.ts';
import { lookAt, problemCode, useStage } from './stage.ts';

/** Milliseconds of this process's own time since then: the service's, and the little that asking takes. */
const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

describe('bodies', () => {
  const stage = useStage();
  const json = { 'content-type': 'application/json' };

  /** Posts a body to the route that creates drafts; asserts that it is refused and that nothing changed. */
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

  test('a body nested 100,000 deep is refused quickly', async () => {
    const arrays = '['.repeat(100_000) + ']'.repeat(100_000);
    const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    for (const body of [arrays, objects, `{"version":"3.0.0","notes":${arrays}}`]) {
      const before = process.cpuUsage();
      const { code, reply } = await refused(body, 400);
      assert.equal(code, 'invalid-fields');
      assert.ok(reply.body.length < 10_000, 'the answer is short');
      assert.ok(cpuMs(before) < 3000);
    }
  });

  test('many faults make a short answer', async () => {
    const { service, app } = stage();
    const etags = Array.from({ length: 300_000 }, () => 1);
    const before = process.cpuUsage();
    const reply = await service.api(`/v1/apps/${app.slug}/artifacts/complete`, {
      key: app.key,
      json: { version: '2.0.0', target: 'linux-x86_64', uploadId: 'x', etags },
    });
    assert.equal(problemCode(reply, 400), 'invalid-fields');
    assert.ok(reply.body.length < 100_000, `the answer has ${reply.body.length} bytes`);
    assert.ok(cpuMs(before) < 3000);
  });

  const head = (slug: string, length: string) =>
    `POST /v1/apps/${slug}/releases HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${adminKey}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;

  test('100 MB of JSON are refused by their length, before they are sent', async () => {
    const { service, app } = stage();
    const text = await sendRaw(service.port, head(app.slug, `Content-Length: ${100 * 1024 * 1024}`), 3000);
    assert.deepEqual(statusesOf(text), [413]);
    assert.match(text, /body-too-large/);
  });

  test('100 MB of JSON without a length are cut off at the limit', async () => {
    const { service, app } = stage();
    const before = await lookAt(stage(), app.slug);
    const socket = connect({ host: '127.0.0.1', port: service.port });
    let isOver = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      isOver = true;
    });
    socket.resume();
    socket.write(head(app.slug, 'Transfer-Encoding: chunked'));
    const piece = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(0x100000, 0x20),
      Buffer.from('\r\n'),
    ]);
    let sent = 0;
    while (!isOver && sent < 100) {
      sent += 1;
      if (!socket.write(piece))
        await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    socket.destroy();
    assert.ok(sent < 100, `${sent} MiB were taken`);
    assert.equal(await lookAt(stage(), app.slug), before);
  });

  test('limits and numbers that are none', async () => {
    const { service, app } = stage();
    for (const limit of [
      '1e309',
      'Infinity',
      'NaN',
      '0x10',
      '',
      ' ',
      '1.5',
      '٣',
      '1;drop table releases',
      '--1',
    ]) {
      const query = `limit=${encodeURIComponent(limit)}`;
      for (const reply of [
        await service.api(`/v1/apps/${app.slug}/releases?${query}`),
        await service.api(`/v1/apps/${app.slug}/audit?${query}`),
        await service.api(`/v1/apps?${query}`),
      ])
        assert.equal(problemCode(reply, 400), 'invalid-fields', limit);
      const history = `/releases/v1/apps/${app.slug}/releases`;
      const asked = await service.site(app.slug, `${history}?${query}`);
      assert.equal(asked.text(), (await service.site(app.slug, history)).text(), `${limit} reads as 20`);
    }
    for (const limit of ['0', '-5', '101', '9'.repeat(400), `-${'9'.repeat(400)}`]) {
      const reply = await service.site(app.slug, `/releases/v1/apps/${app.slug}/releases?limit=${limit}`);
      assert.equal(reply.status, 200, limit);
    }
    const huge = { version: '2.0.0', target: 'x', format: '.bin', sha256: 'a'.repeat(64) };
    for (const size of ['1e309', '-1', '0', '1.5', '"5"', '9007199254740993', 'null', '[]']) {
      const body = JSON.stringify({ ...huge, size: 0 }).replace('"size":0', `"size":${size}`);
      const reply = await service.api(`/v1/apps/${app.slug}/artifacts/presign`, {
        method: 'POST',
        headers: json,
        body,
      });
      assert.equal(problemCode(reply, 400), 'invalid-fields', size);
    }
  });

  test('the same parameter twice, and cursors that nobody gave out, break nothing', async () => {
    const { service, app } = stage();
    const site = (query: string) => service.site(app.slug, `/releases/v1/apps/${app.slug}/${query}`);
    for (const query of [
      'latest?channel=a&channel=b',
      'latest?target[]=x',
      'releases?limit=1&limit=2',
      'latest?channel[x]=1&__proto__=2',
    ])
      assert.ok((await site(query)).status < 500, query);
    for (const cursor of [
      'x',
      '-1',
      '9'.repeat(400),
      '%00',
      '%ff',
      "'--",
      'eyJhIjoxfQ',
      '1e309',
      'a'.repeat(500),
    ]) {
      for (const list of [`/v1/apps/${app.slug}/releases`, `/v1/apps/${app.slug}/audit`, '/v1/apps']) {
        const reply = await service.api(`${list}?cursor=${cursor}`);
        const code = problemCode(reply, 400);
        assert.equal(code, cursor === '%00' ? 'invalid-fields' : 'invalid-cursor', `${list} ${cursor}`);
      }
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

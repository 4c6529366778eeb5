import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemCode, useStage } from './stage.ts';

describe('queries', () => {
  const stage = useStage();
  const json = { 'content-type': 'application/json' };

  test('invalid limits and numbers', async () => {
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
      const page = await service.site(app.slug, `${history}?${query}`);
      assert.equal(page.text(), (await service.site(app.slug, history)).text(), `${limit} reads as 20`);
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

  test('a repeated documented parameter returns 400 on every route, including public ones', async () => {
    const { service, app, publishedId } = stage();
    const { paths } = (await service.api('/v1/openapi.json')).json<{
      paths: Record<
        string,
        Record<string, { parameters: { name: string; in: string }[]; servers?: unknown }>
      >;
    }>();
    const names: Record<string, string> = {
      ...{ app: app.slug, publicSlug: app.slug, id: publishedId, target: 'linux-x86_64' },
    };
    let count = 0;
    // A health check never fails because of its query.
    delete paths['/healthz'];
    for (const [path, { get }] of Object.entries(paths))
      for (const { name } of get?.parameters.filter((parameter) => parameter.in === 'query') ?? []) {
        count += 1;
        const address = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => names[part] ?? 'stable');
        const isPublic = get?.servers !== undefined || path === '/';
        for (const twice of [
          `${name}=1&${name}=2`,
          `${name}=5&x=1&${name}=5`,
          `${name}=&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=1`,
        ]) {
          const url = `${address}?${twice}`;
          const reply = isPublic ? await service.site(app.slug, url) : await service.api(url);
          assert.equal(problemCode(reply, 400), 'invalid-fields', url);
          const pointers = reply
            .json<{ errors: { pointer: string }[] }>()
            .errors.map((error) => error.pointer);
          assert.ok(pointers.includes(`/${name}`), `${url}: ${pointers}`);
        }
      }
    assert.ok(count > 20, `${count} parameters`);
  });

  test('no query makes a health check fail', async () => {
    const { service, app } = stage();
    for (const query of [
      'nonce=a&nonce=b',
      'nonce=%00',
      'nonce=a&nonce=%00',
      'nonce[]=x',
      'nonce=%ff',
      'x=%00',
    ]) {
      assert.equal((await service.api(`/healthz?${query}`)).status, 200, query);
      assert.equal((await service.site(app.slug, `/healthz?${query}`)).status, 200, query);
    }
  });

  test('a repeated limit returns 400, cached or not; a single one is clamped', async () => {
    const { service, app } = stage();
    const history = `/releases/v1/apps/${app.slug}/releases`;
    const ask = [
      (query: string) => service.site(app.slug, `${history}?${query}`),
      (query: string) => service.api(`${history}?${query}`, { key: '' }),
    ];
    for (const get of ask) {
      for (const query of [
        'limit=1',
        'limit=1',
        'limit=0',
        'limit=101',
        'limit=x',
        'limit=',
        'other=1&other=2',
      ])
        assert.equal((await get(query)).status, 200, query);
      for (const query of ['limit=1&limit=1', 'limit=1&limit=2', 'limit=x&limit=1', 'limit=1&limit']) {
        const reply = await get(query);
        assert.equal(problemCode(reply, 400), 'invalid-fields', query);
        assert.match(reply.text(), /limit is given more than once/);
      }
    }
  });

  test('a check with repeated client details is still answered', async () => {
    const { service, app } = stage();
    const check = '/releases/stable/linux/x86_64/0.9.0?client=a&client=b&cohort=x&cohort=y';
    assert.equal((await service.site(app.slug, check)).status, 200);
  });

  test('odd parameters and made-up cursors break nothing', async () => {
    const { service, app } = stage();
    const site = (query: string) => service.site(app.slug, `/releases/v1/apps/${app.slug}/${query}`);
    for (const query of ['latest?target[]=x', 'latest?channel[x]=1&__proto__=2'])
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
});

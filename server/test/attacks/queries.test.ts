import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemCode, useStage } from './stage.ts';

describe('queries', () => {
  const stage = useStage();
  const json = { 'content-type': 'application/json' };

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
});

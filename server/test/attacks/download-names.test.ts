import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemCode, target, useStage } from './stage.ts';

describe('downloads and public reads', () => {
  const stage = useStage();

  test('what a client saves is named from safe characters alone', async () => {
    const { service, app, publishedId } = stage();
    const { headers } = await service.site(app.slug, `/releases/download/${publishedId}/${target}`);
    assert.match(headers['content-disposition'] ?? '', /^attachment; filename="[A-Za-z0-9._+-]+"$/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-security-policy'], 'sandbox');
  });

  test('a hostile content type cannot break the headers of a download', async () => {
    const { service, app } = stage();
    for (const contentType of [
      'text/html\r\nset-cookie: a=b',
      'text/html\nx',
      'a/b\0',
      'a/é',
      '/',
      ' /x',
      `a/${'b'.repeat(200)}`,
    ]) {
      const fields = {
        version: '2.0.0',
        target: 'odd',
        format: '.bin',
        size: 5,
        sha256: 'a'.repeat(64),
        contentType,
      };
      const reply = await service.api(`/v1/apps/${app.slug}/artifacts/presign`, {
        key: app.key,
        json: fields,
      });
      assert.equal(problemCode(reply, 400), 'invalid-fields', contentType);
    }
  });

  test('names that would leave their folder, or a header, are refused', async () => {
    const { service, app } = stage();
    const names = [
      '../x',
      '..',
      'a/b',
      'a\\b',
      'a b',
      'a"b',
      'a\r\nb',
      '%2e%2e',
      'a;b',
      "a'b",
      '',
      'é',
      '.\u0000',
    ];
    for (const name of names) {
      const presign = (fields: object) =>
        service.api(`/v1/apps/${app.slug}/artifacts/presign`, {
          key: app.key,
          json: {
            version: '2.0.0',
            target: 'ok',
            format: '.bin',
            size: 5,
            sha256: 'a'.repeat(64),
            ...fields,
          },
        });
      if (name !== '..') problemCode(await presign({ target: name }), 400);
      problemCode(await presign({ format: `.${name === '..' ? '/' : name}` }), 400);
      problemCode(await presign({ version: name }), 400);
      const draft = await service.api(`/v1/apps/${app.slug}/releases`, {
        key: app.key,
        json: { version: name },
      });
      problemCode(draft, 400);
      const other = await service.api('/v1/apps', { json: { slug: name } });
      problemCode(other, 400);
      if (name !== '..')
        problemCode(await service.api(`/v1/apps/${app.slug}/channels`, { json: { name } }), 400);
    }
  });
});

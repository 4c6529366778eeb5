import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blobContentOf } from '../../../src/domain/model/artifact.ts';
import { createUploadTickets } from '../../../src/drivers/blobs-fs/upload-tickets.ts';

const content = blobContentOf({
  id: 'art_1',
  sizeBytes: 10,
  sha256: 'ab'.repeat(32),
  contentType: 'text/plain; a=b&c',
});
const refused = (code: string) => ({ name: 'Refusal', code });

const createCase = (base = 'http://uploads.example.com') => {
  let nowMs = 1_700_000_000_000;
  const tickets = createUploadTickets({ address: () => base, secret: 'secret', now: () => nowMs });
  const { url, headers } = tickets.whole(content, 900);
  const path = url.slice(new URL(url).origin.length);
  return { tickets, url, path, headers, pass: (seconds: number) => (nowMs += seconds * 1000) };
};

describe('upload addresses', () => {
  it('grant what was signed, under a path of their own too', () => {
    for (const base of ['http://a.example', 'http://a.example/', 'https://a.example/up/loads/']) {
      const { tickets, path, headers } = createCase(base);
      const grant = tickets.check(path, { ...headers, 'content-length': '10' });
      assert.equal(grant.key, content.stagedKey);
      assert.equal(grant.sizeBytes, 10);
      assert.equal(grant.whole?.sha256, content.sha256);
    }
  });

  it('are refused when anything in them was changed', () => {
    const { tickets, path, headers } = createCase();
    const other = {
      size: '11',
      expires: '9999999999',
      type: 'text/html',
      sha256: 'cd'.repeat(32),
      signature: 'AAAA',
    };
    for (const [name, value] of Object.entries(other)) {
      const [pathname, query] = path.split('?');
      const changed = new URLSearchParams(query);
      changed.set(name, value);
      assert.throws(
        () => tickets.check(`${pathname}?${changed}`, headers),
        refused('upload-url-invalid'),
        name,
      );
      changed.delete(name);
      assert.throws(
        () => tickets.check(`${pathname}?${changed}`, headers),
        refused('upload-url-invalid'),
        name,
      );
    }
    for (const wrong of [
      '',
      '/',
      path.replace('staged', 'kept'),
      `${path}&part=1&upload=x`,
      path.replace('art_1', 'art_%31'),
    ])
      assert.throws(() => tickets.check(wrong, headers), refused('upload-url-invalid'), wrong);
  });

  it('made with another secret are refused', () => {
    const { path, headers } = createCase();
    const others = createUploadTickets({
      address: () => 'http://a.example',
      secret: 'another',
      now: () => 1_700_000_000_000,
    });
    assert.throws(() => others.check(path, headers), refused('upload-url-invalid'));
  });

  it('never name what is served, even with a good signature', () => {
    const { tickets, headers } = createCase();
    const pathOf = (url: string) => url.slice(new URL(url).origin.length);
    for (const key of [
      content.storedKey,
      'kept/art_1/x',
      'tmp/a/b',
      'parts/a/b',
      '../etc/passwd',
      'staged/a',
    ]) {
      const forged = { ...content, stagedKey: key };
      for (const url of [tickets.whole(forged, 900).url, ...tickets.parts(forged, 900, '00')])
        assert.throws(() => tickets.check(pathOf(url), headers), refused('upload-url-invalid'), url);
    }
  });

  it('are judged by signature, then expiry, then headers, then length', () => {
    const { tickets, path, headers, pass } = createCase();
    const wrongLength = { ...headers, 'content-length': '11' };
    assert.throws(() => tickets.check(path, wrongLength), refused('upload-size-differs'));
    assert.throws(() => tickets.check(path, { 'content-length': '11' }), refused('upload-headers-differ'));
    pass(899);
    assert.equal(tickets.check(path, headers).sizeBytes, 10);
    pass(1);
    assert.throws(() => tickets.check(path, {}), refused('upload-url-expired'));
    assert.throws(() => tickets.check(path.slice(0, -1), {}), refused('upload-url-invalid'));
  });

  it('name every header that differs', () => {
    const { tickets, path, headers } = createCase();
    const sent = { ...headers, 'content-type': 'text/plain', 'x-amz-server-side-encryption': undefined };
    assert.throws(() => tickets.check(path, sent), {
      message: /content-type, x-amz-server-side-encryption/,
      code: 'upload-headers-differ',
    });
  });

  it('take no length that is written in another way', () => {
    const { tickets, path, headers } = createCase();
    for (const length of ['010', '10.0', '0x0a', '1e1', '10, 10', ''])
      assert.throws(
        () => tickets.check(path, { ...headers, 'content-length': length }),
        refused('upload-size-differs'),
      );
  });

  it('of parts bind the upload, the number and the length', () => {
    const { tickets } = createCase();
    const large = { ...content, sizeBytes: 16 * 1024 * 1024 + 7 };
    const paths = tickets.parts(large, 900, '00').map((url) => url.slice(new URL(url).origin.length));
    assert.equal(paths.length, 2);
    const [first = '', second = ''] = paths;
    assert.deepEqual(tickets.check(first, {}).part, { uploadId: '00', number: 1 });
    assert.equal(tickets.check(second, { 'content-length': '7' }).sizeBytes, 7);
    assert.throws(() => tickets.check(second.replace('part=2', 'part=1'), {}), refused('upload-url-invalid'));
    assert.throws(
      () => tickets.check(second.replace('upload=00', 'upload=01'), {}),
      refused('upload-url-invalid'),
    );
  });

  it('name the app that they are for, and no other can be put in its place', () => {
    const { tickets } = createCase();
    const { url, headers } = tickets.whole({ ...content, app: 'hello' }, 900);
    const parts = tickets.parts({ ...content, app: 'hello' }, 900, '00');
    for (const one of [url, ...parts]) {
      const path = one.slice(new URL(one).origin.length);
      assert.equal(tickets.check(path, headers).app, 'hello');
      const renamed = path.replace('app=hello', 'app=other');
      assert.throws(() => tickets.check(renamed, headers), refused('upload-url-invalid'));
      const nameless = path.replace(/&app=hello&appSignature=[^&]+/, '');
      assert.equal(tickets.check(nameless, headers).app, undefined, 'as an older version makes them');
    }
  });
});

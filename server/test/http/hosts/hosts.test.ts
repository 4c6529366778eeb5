import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createHosts, parseHost } from '../../../src/domain/model/host.ts';

describe('hosts', () => {
  test('each Host header is parsed or rejected', () => {
    const rows: [string, string | undefined][] = [
      ['example.com', 'example.com'],
      ['EXAMPLE.com', 'example.com'],
      ['example.com:8080', 'example.com'],
      ['example.com.', 'example.com'],
      ['example.com.:8080', 'example.com'],
      ['example.com:', 'example.com'],
      ['localhost', 'localhost'],
      ['127.0.0.1:80', '127.0.0.1'],
      ['[::1]:80', '[::1]'],
      ['[::1]', '[::1]'],
      ['', undefined],
      ['.', undefined],
      ['a..b', undefined],
      ['.example.com', undefined],
      ['example.com..', undefined],
      ['example.com:80:80', undefined],
      ['example.com:port', undefined],
      ['exa mple.com', undefined],
      ['a,b', undefined],
      ['user@example.com', undefined],
      ['example.com/x', undefined],
      ['-a.com', undefined],
      ['a-.com', undefined],
      ['é.com', undefined],
      [`${'a'.repeat(64)}.com`, undefined],
      [`${'a.'.repeat(127)}a`, undefined],
      ['[::1', undefined],
      ['[evil]', undefined],
    ];
    for (const [header, expected] of rows) assert.equal(parseHost(header), expected, header);
  });

  test('parsing is idempotent, and its result has only valid characters', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.domain(), fc.string(), fc.string({ unit: fc.constantFrom(...'aZ0-.:[]') })),
        (text) => {
          const host = parseHost(text);
          if (host === undefined) return;
          assert.match(host, /^[a-z0-9.:[\]-]+$/);
          assert.equal(parseHost(host), host);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('each host belongs to the server, an app or a domain', () => {
    const hosts = createHosts({
      baseUrl: 'https://releases.example.com',
      uploadUrl: 'https://uploads.example.com',
      publicUrl: 'https://{slug}.example.com',
    });
    assert.deepEqual(hosts.ownerOf('releases.example.com'), { kind: 'service' });
    assert.deepEqual(hosts.ownerOf('uploads.example.com'), { kind: 'service' });
    assert.deepEqual(hosts.ownerOf('hello.example.com'), { kind: 'public-slug', publicSlug: 'hello' });
    for (const host of [
      'example.com',
      'a.b.example.com',
      'hello.example.com.evil',
      'hello-example.com',
      'xexample.com',
    ])
      assert.deepEqual(hosts.ownerOf(host), { kind: 'domain', domain: host });
    assert.ok(
      hosts.isReserved('example.com') &&
        hosts.isReserved('a.example.com') &&
        hosts.isReserved('releases.example.com'),
    );
    assert.ok(!hosts.isReserved('example.com.evil') && !hosts.isReserved('notexample.com'));
    for (const address of ['127.0.0.1', '0x7f.1', '127.0.0.0x1', 'example.1', '1.0x'])
      assert.ok(hosts.isReserved(address), address);
    assert.ok(!hosts.isReserved('0x7f.example') && !hosts.isReserved('1.2.x3'));
    assert.ok(
      hosts.isReservedSlug('releases') && hosts.isReservedSlug('uploads') && !hosts.isReservedSlug('hello'),
    );
    assert.equal(hosts.publicUrl('hello'), 'https://hello.example.com');
  });

  test('hosts that fit the public slug template are reserved', () => {
    const hosts = createHosts({
      baseUrl: 'https://releases.example.com',
      uploadUrl: 'https://uploads.example.com',
      publicUrl: 'https://{slug}-updates.example.com',
    });
    for (const host of ['other-updates.example.com', 'x.other-updates.example.com', 'releases.example.com'])
      assert.ok(hosts.isReserved(host), host);
    for (const host of ['updates.example.com', 'example.com', 'a-b.updates.example.com', 'example.org'])
      assert.ok(!hosts.isReserved(host), host);
    const bare = createHosts({
      baseUrl: 'http://127.0.0.1:1',
      uploadUrl: 'http://127.0.0.1:2',
      publicUrl: 'http://{slug}:1',
    });
    assert.ok(bare.isReserved('hello') && !bare.isReserved('updates.example.com'));
  });

  test('storage hosts are reserved', () => {
    const hosts = createHosts({
      baseUrl: 'https://releases.example.com',
      uploadUrl: 'http://localhost:8081',
      publicUrl: 'https://{slug}.example.com',
      storageHosts: ['Storage.example.com', 'bucket.storage.example.com', 's3.example.net'],
    });
    assert.ok(hosts.isReservedSlug('storage') && !hosts.isReservedSlug('bucket'));
    assert.ok(hosts.isReserved('s3.example.net') && hosts.isReserved('x.s3.example.net'));
    assert.deepEqual(
      hosts.ownerOf('storage.example.com').kind,
      'public-slug',
      'an app of old keeps its host',
    );
  });

  test('a template with text around the slug round-trips', () => {
    const hosts = createHosts({
      baseUrl: 'http://localhost:8080',
      uploadUrl: 'http://localhost:8081',
      publicUrl: 'http://get-{slug}-now.example.com:8080',
    });
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/), (slug) => {
        const host = new URL(hosts.publicUrl(slug)).hostname;
        assert.deepEqual(hosts.ownerOf(host), { kind: 'public-slug', publicSlug: slug });
      }),
    );
  });
});

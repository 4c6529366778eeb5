import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { findInsecureUploadUrl } from '../../src/config/insecure-upload-url.ts';

describe('configuration', () => {
  test('no settings are a valid configuration', () => {
    const config = readConfig({});
    assert.deepEqual(config.listen, { host: '127.0.0.1', port: 8080, uploadPort: 8081 });
    assert.deepEqual(config.database, { kind: 'sqlite', file: 'data/slipway.db' });
    assert.deepEqual(config.storage, { kind: 'files', root: 'data/blobs' });
    assert.equal(config.maxArtifactBytes, 5 * 1024 ** 3);
    assert.deepEqual([config.workers, config.adminKey, config.logLevel], [1, undefined, 'info']);
    assert.ok(Object.isFrozen(config));
  });

  test('empty variables count as unset, and PORT alone moves both listeners', () => {
    assert.deepEqual(
      readConfig({ PORT: '', HOST: '', SLIPWAY_BASE_URL: '', SLIPWAY_ADMIN_KEY: '' }),
      readConfig({}),
    );
    assert.deepEqual(readConfig({ PORT: '9000' }).listen, {
      host: '127.0.0.1',
      port: 9000,
      uploadPort: 9001,
    });
    assert.equal(readConfig({ PORT: '0' }).listen.uploadPort, 0);
    assert.equal(
      readConfig({ SLIPWAY_BASE_URL: 'https://a.example/' }).addresses.baseUrl,
      'https://a.example',
    );
  });

  const wrong: [variable: string, env: Record<string, string>][] = [
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '80.5' }],
    ['PORT', { PORT: '1e3' }],
    ['SLIPWAY_UPLOAD_PORT', { SLIPWAY_UPLOAD_PORT: '8080' }],
    ['SLIPWAY_UPLOAD_PORT', { PORT: '9000', SLIPWAY_UPLOAD_PORT: '9000' }],
    ['SLIPWAY_UPLOAD_PORT', { SLIPWAY_UPLOAD_PORT: 'x' }],
    ['SLIPWAY_UPLOAD_PORT', { PORT: '65535' }],
    ['SLIPWAY_BASE_URL', { SLIPWAY_BASE_URL: 'example.com' }],
    ['SLIPWAY_BASE_URL', { SLIPWAY_BASE_URL: 'ftp://example.com' }],
    ['SLIPWAY_BASE_URL', { SLIPWAY_BASE_URL: 'https://example.com/path' }],
    ['SLIPWAY_BASE_URL', { SLIPWAY_BASE_URL: 'https://example.com?x=1' }],
    ['SLIPWAY_PUBLIC_URL', { SLIPWAY_PUBLIC_URL: 'https://example.com' }],
    ['SLIPWAY_PUBLIC_URL', { SLIPWAY_PUBLIC_URL: 'https://{slug}.{slug}.example.com' }],
    ['SLIPWAY_PUBLIC_URL', { SLIPWAY_PUBLIC_URL: 'https://example.com/{slug}' }],
    ['SLIPWAY_PUBLIC_URL', { SLIPWAY_PUBLIC_URL: 'https://apps.{slug}.example.com' }],
    ['SLIPWAY_UPLOAD_URL', { SLIPWAY_UPLOAD_URL: 'uploads' }],
    [
      'SLIPWAY_UPLOAD_URL',
      { SLIPWAY_BASE_URL: 'https://a.example', SLIPWAY_UPLOAD_URL: 'https://a.example' },
    ],
    ['SLIPWAY_DATABASE_URL', { SLIPWAY_DATABASE_URL: 'mysql://localhost/x' }],
    ['SLIPWAY_DATABASE_URL', { SLIPWAY_DATABASE_URL: 'sqlite:' }],
    ['SLIPWAY_DATABASE_URL', { SLIPWAY_DATABASE_URL: 'sqlite::memory:' }],
    ['SLIPWAY_DATABASE_POOL', { SLIPWAY_DATABASE_URL: 'postgres://x', SLIPWAY_DATABASE_POOL: '1' }],
    ['SLIPWAY_STORAGE_URL', { SLIPWAY_STORAGE_URL: 'gs://bucket' }],
    ['SLIPWAY_STORAGE_URL', { SLIPWAY_STORAGE_URL: 'file:' }],
    ['SLIPWAY_STORAGE_URL', { SLIPWAY_STORAGE_URL: 's3://' }],
    ['SLIPWAY_STORAGE_URL', { SLIPWAY_STORAGE_URL: 's3://key:secret@bucket' }],
    ['SLIPWAY_STORAGE_URL', { SLIPWAY_STORAGE_URL: 's3://bucket?sse=rot13' }],
    ['SLIPWAY_STORAGE_URL', { SLIPWAY_STORAGE_URL: 's3://bucket?regin=eu' }],
    ['SLIPWAY_STORAGE_URL', { SLIPWAY_STORAGE_URL: 's3://bucket?endpoint=localhost' }],
    ['SLIPWAY_ADMIN_KEY', { SLIPWAY_ADMIN_KEY: 'short' }],
    ['SLIPWAY_ADMIN_KEY', { SLIPWAY_ADMIN_KEY: 'a'.repeat(513) }],
    ['SLIPWAY_ADMIN_KEY', { SLIPWAY_ADMIN_KEY: `${'a'.repeat(40)} ` }],
    ['SLIPWAY_ADMIN_KEY', { SLIPWAY_ADMIN_KEY: 'é'.repeat(40) }],
    ['SLIPWAY_MAX_ARTIFACT_BYTES', { SLIPWAY_MAX_ARTIFACT_BYTES: '0' }],
    ['SLIPWAY_MAX_ARTIFACT_BYTES', { SLIPWAY_MAX_ARTIFACT_BYTES: '5GB' }],
    ['SLIPWAY_DISK_RESERVE', { SLIPWAY_DISK_RESERVE: '1GB' }],
    ['SLIPWAY_OIDC_ISSUERS', { SLIPWAY_OIDC_ISSUERS: 'token.actions.githubusercontent.com' }],
    ['SLIPWAY_OIDC_ISSUERS', { SLIPWAY_OIDC_ISSUERS: 'http://git.corp.example' }],
    ['SLIPWAY_OIDC_ISSUERS', { SLIPWAY_OIDC_ISSUERS: 'http://127.0.0.1.evil.example' }],
    ['SLIPWAY_OIDC_ISSUERS', { SLIPWAY_OIDC_ISSUERS: 'https://git.corp.example?x=1' }],
    ['SLIPWAY_OIDC_ISSUERS', { SLIPWAY_OIDC_ISSUERS: 'https://user:secret@git.corp.example' }],
    ['SLIPWAY_OIDC_ISSUERS', { SLIPWAY_OIDC_ISSUERS: 'https://git.corp.example=file:jwks.json' }],
    ['SLIPWAY_OIDC_ISSUERS', { SLIPWAY_OIDC_ISSUERS: 'https://a.example,https://a.example' }],
    ['SLIPWAY_TRUSTED_PROXIES', { SLIPWAY_TRUSTED_PROXIES: 'proxy.example.com' }],
    ['SLIPWAY_TRUSTED_PROXIES', { SLIPWAY_TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['SLIPWAY_TRUSTED_PROXIES', { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1, ::1/200' }],
    ['SLIPWAY_DNS_SERVERS', { SLIPWAY_DNS_SERVERS: 'dns.example.com' }],
    ['SLIPWAY_DNS_SERVERS', { SLIPWAY_DNS_SERVERS: '9.9.9.9:70000' }],
    ['SLIPWAY_DNS_SERVERS', { SLIPWAY_DNS_SERVERS: '9.9.9.9, [2620:fe::fe' }],
    ['SLIPWAY_WORKERS', { SLIPWAY_WORKERS: '0' }],
    ['SLIPWAY_WORKERS', { SLIPWAY_WORKERS: 'all' }],
    ['SLIPWAY_CATALOG_MIB', { SLIPWAY_CATALOG_MIB: '0' }],
    ['SLIPWAY_DRAIN_SECONDS', { SLIPWAY_DRAIN_SECONDS: '-1' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ];

  for (const [variable, env] of wrong) {
    test(`is rejected with one sentence that names ${variable}: ${JSON.stringify(env).slice(0, 80)}`, () => {
      assert.throws(
        () => readConfig(env),
        (error) => {
          assert.ok(error instanceof ConfigError);
          assert.ok(error.message.startsWith(`${variable} `), error.message);
          assert.match(error.message, /^[^\n]+\.$/);
          return true;
        },
      );
    });
  }

  test('an https base URL with http uploads causes a warning, since browsers block them', () => {
    const [base, upload] = ['https://a.example', 'http://b.example:81'];
    const warningFor = (env: Record<string, string>, baseUrl = base) =>
      findInsecureUploadUrl(readConfig(env), { baseUrl, uploadUrl: upload });
    assert.equal(
      warningFor({}),
      `Browsers send no files from ${base} to ${upload}. SLIPWAY_UPLOAD_URL must be https, too.`,
    );
    const bucket = 's3://bucket?endpoint=http://minio.example:9000&region=eu&pathStyle=true';
    assert.match(
      warningFor({ SLIPWAY_STORAGE_URL: bucket }) ?? '',
      /minio.*The endpoint in SLIPWAY_STORAGE_URL/,
    );
    assert.equal(warningFor({ SLIPWAY_STORAGE_URL: 's3://bucket?region=eu' }), undefined);
    assert.equal(warningFor({}, 'http://localhost:8080'), undefined);
  });

  test('valid settings are accepted', () => {
    for (const env of [
      {
        SLIPWAY_STORAGE_URL:
          's3://bucket/prefix?endpoint=http://localhost:9000&region=eu&pathStyle=true&sse=none',
      },
      { SLIPWAY_DATABASE_URL: 'postgres://user:pass@localhost/slipway', SLIPWAY_DATABASE_POOL: '20' },
      { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, ::1, fd00::/8' },
      { SLIPWAY_DNS_SERVERS: '9.9.9.9, 9.9.9.9:5353, 2620:fe::fe, [2620:fe::fe]:53' },
      { SLIPWAY_OIDC_ISSUERS: '' },
      { SLIPWAY_OIDC_ISSUERS: 'https://a.example/, https://a.example, http://[::1]:9' },
      { SLIPWAY_OIDC_ISSUERS: 'https://git.corp.example=file:/etc/slipway/jwks.json' },
      { SLIPWAY_PUBLIC_URL: 'https://get-{slug}.example.com' },
      { PORT: '65535', SLIPWAY_UPLOAD_PORT: '65534' },
      { PORT: '65535', SLIPWAY_STORAGE_URL: 's3://bucket' },
      { SLIPWAY_ADMIN_KEY: 'a'.repeat(32) },
    ])
      assert.ok(readConfig(env));
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { freePort } from '../../../../lab/free-port.ts';
import { type RequestSpec, requestPort } from '../../../../lab/request.ts';
import { ensureDashboard, type Manifest } from '../../../../web/scripts/build.mjs';
import { uploadOriginsOf } from '../../../src/config/storage-url.ts';
import { createDashboard } from '../../../src/http/dashboard/dashboard.ts';
import { renderHome } from '../../../src/http/openapi/home-page.ts';
import { pickEncoding } from '../../../src/http/response/send-asset.ts';
import { createTestApp, type Running, startService } from '../../harness.ts';

/* The dashboard's page and files: their paths and headers, and where they must not be served. */

const policyOf = (upload: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${upload}; worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types slipway`;

describe('the dashboard', () => {
  let service: Running;
  let manifest: Manifest;
  before(async () => {
    manifest = await ensureDashboard();
    service = await startService();
  });
  after(() => service.stop());

  const open = (path: string, question: RequestSpec = {}) => requestPort(service.port, path, question);

  test('answers each of its paths with one page that is neither cached nor framed', async () => {
    const [first, ...others] = await Promise.all(
      ['/', '/sign-in', '/apps', '/apps/lantern', '/apps/lantern/releases/rel_1?tab=x'].map((path) =>
        open(path),
      ),
    );
    for (const answer of others) assert.deepEqual([answer.status, answer.text()], [200, first?.text()]);
    const { headers } = first as NonNullable<typeof first>;
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['content-security-policy'], policyOf(`http://localhost:${service.uploadPort}`));
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['set-cookie'], undefined);
  });

  test('has a page without inline scripts or styles, and a text for browsers without scripts', async () => {
    const page = (await open('/')).text();
    assert.doesNotMatch(page, /<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    assert.match(page, /<noscript>.*Publish releases.*href="\/docs"/s);
    const loaded = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    assert.equal(loaded.length, manifest.first.scripts.length + 1);
    for (const path of loaded) assert.equal((await open(path)).status, 200, path);
  });

  test('serves immutable files in the requested encoding', async () => {
    const [name = ''] = manifest.first.scripts;
    const fetchEncoded = (encoding: string) =>
      open(`/assets/${name}`, { headers: { 'accept-encoding': encoding } });
    const [plain, gzip, br] = await Promise.all(['identity', 'gzip', 'br, gzip;q=0.5'].map(fetchEncoded));
    assert.equal(plain?.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain?.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(plain?.headers.vary, 'accept-encoding');
    assert.deepEqual([gzip?.headers['content-encoding'], br?.headers['content-encoding']], ['gzip', 'br']);
    assert.deepEqual(gunzipSync(gzip?.body ?? ''), plain?.body);
    assert.deepEqual(brotliDecompressSync(br?.body ?? ''), plain?.body);
    assert.notEqual(gzip?.headers.etag, br?.headers.etag);
  });

  test('answers a matching ETag with 304, and answers HEAD', async () => {
    const { headers } = await open('/apps');
    const again = await open('/apps', { headers: { 'if-none-match': String(headers.etag) } });
    assert.deepEqual([again.status, again.text(), again.headers.etag], [304, '', headers.etag]);
    assert.equal(again.headers['content-security-policy'], headers['content-security-policy']);
    const head = await open('/apps', { method: 'HEAD' });
    assert.deepEqual(
      [head.status, head.headers['content-length'], head.text()],
      [200, headers['content-length'], ''],
    );
  });

  test('has no other files and allows no other methods', async () => {
    for (const name of [
      'none.js',
      'index.html',
      'manifest.json',
      '..%2Findex.html',
      '%2e%2e%2fmanifest.json',
      '__proto__',
      '',
    ])
      assert.equal((await open(`/assets/${name}`)).status, 404, name);
    const posted = await open('/apps', { method: 'POST' });
    assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD']);
  });

  test('does not answer API calls without a version', async () => {
    assert.equal((await service.api('/apps/lantern')).status, 404);
    assert.equal((await service.api('/apps')).status, 404);
  });

  test('answers only at the base URL and at loopback names', async () => {
    const { slug } = await createTestApp(service);
    // With its download page off, an app's host has nothing at `/`.
    await service.api(`/v1/apps/${slug}`, { method: 'PATCH', json: { page: false } });
    const statuses = async (host: string) => {
      const answers = ['/', '/sign-in', '/apps/x', `/assets/${manifest.files[0]}`].map((path) =>
        open(path, { host }),
      );
      return [...new Set((await Promise.all(answers)).map(({ status }) => status))];
    };
    for (const host of ['localhost', `LOCALHOST.:${service.port}`, '127.0.0.1', '127.1.2.3', '[::1]'])
      assert.deepEqual(await statuses(host), [200], host);
    const others = [
      `${slug}.localhost`,
      'nobody.localhost',
      'evil.example',
      '10.0.0.1',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ];
    for (const host of others) assert.deepEqual(await statuses(host), [404], host);
  });

  test('does not answer at loopback names if the base URL is different', async (t) => {
    const port = await freePort();
    const env = {
      PORT: String(port),
      SLIPWAY_BASE_URL: `http://updates.example.com:${port}`,
      SLIPWAY_PUBLIC_URL: `http://{slug}.updates.example.com:${port}`,
    };
    const other = await startService({ env });
    t.after(other.stop);
    const status = async (host: string) => (await requestPort(other.port, '/apps', { host })).status;
    assert.deepEqual(
      [await status('updates.example.com'), await status('localhost'), await status('127.0.0.1')],
      [200, 404, 404],
    );
    const { headers } = await requestPort(other.port, '/apps', { host: 'updates.example.com' });
    const policy = String(headers['content-security-policy']).split('; ');
    const files = `http://updates.example.com:${port}/assets/`;
    for (const kind of ['script', 'style', 'worker']) assert.ok(policy.includes(`${kind}-src ${files}`));
  });

  test('if not built, makes the server say what to run', () => {
    const { page, findAsset } = createDashboard(undefined, { origin: undefined, uploadOrigins: [] });
    assert.deepEqual([page, findAsset('index.html')], [undefined, undefined]);
    const urls = { baseUrl: 'http://localhost:8080', publicUrl: 'http://{slug}.localhost:8080' };
    assert.match(renderHome(urls, '1.0.0'), /npm run build/);
  });

  test('has a policy that allows its files nothing, workers included', () => {
    const file = { br: Buffer.alloc(0), gzip: Buffer.from('H4sIAAAAAAAAAwMAAAAAAAAAAAA=', 'base64') };
    const { findAsset } = createDashboard(
      { 'worker-A.js': file, 'app-A.js': file },
      { origin: undefined, uploadOrigins: [] },
    );
    for (const name of ['worker-A.js', 'app-A.js'])
      assert.equal(findAsset(name)?.headers['content-security-policy'], "default-src 'none'");
  });
});

describe('encodings', () => {
  test('follow Accept-Encoding', () => {
    const cases: [string | undefined, string][] = [
      [undefined, 'identity'],
      ['', 'identity'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['BR', 'br'],
      ['*', 'identity'],
    ];
    for (const [header, encoding] of cases) assert.equal(pickEncoding(header), encoding, header);
  });
});

describe('the origin for uploads', () => {
  const s3 = { kind: 's3', bucket: 'files', prefix: '', region: 'eu-central-1', sse: 'none' } as const;

  test('is that of the upload URLs', () => {
    const of = (storage: Parameters<typeof uploadOriginsOf>[0]) =>
      uploadOriginsOf(storage, 'http://up.example:8081/x')[0];
    assert.equal(of({ kind: 'files', root: 'data' }), 'http://up.example:8081');
    assert.equal(
      of({ ...s3, endpoint: undefined, pathStyle: false }),
      'https://files.s3.eu-central-1.amazonaws.com',
    );
    assert.equal(of({ ...s3, endpoint: 'http://127.0.0.1:9000', pathStyle: true }), 'http://127.0.0.1:9000');
    assert.equal(of({ ...s3, endpoint: 'https://r2.example', pathStyle: false }), 'https://files.r2.example');
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import type { Rollout } from '../../../../src/domain/model/rollout.ts';
import { formatDay, formatSize } from '../../../../src/http/pages/download-page/labels.ts';
import { linksIn, nobody, openPages, pageOf, published, siteOf } from './stage.ts';

const windows = { system: 'windows', arch: 'x86_64' } as const;
const files = { 'windows-x86_64': '.exe', 'darwin-dmg-aarch64': '.dmg', 'darwin-dmg-x86_64': '.dmg' };
const two = () => siteOf([published(1, { 'linux-x86_64': '.AppImage', kiosk: '.bin' }), published(2, files)]);

const renderPage = (...args: Parameters<typeof pageOf>) => pageOf(...args) ?? assert.fail('there is no page');

describe('the download page', () => {
  test('is the golden one', async () => {
    const notes = 'Faster start.\nFewer crashes, “quoted” & <b>marked</b>.';
    const site = siteOf(
      [published(1, { 'linux-x86_64': '.AppImage' }), published(2, files, { notes, version: '2.0.0' })],
      { name: 'Acme & Söhne' },
    );
    const { head, html } = renderPage(site, windows);
    const golden = await readFile(new URL('windows.http', import.meta.url), 'utf8');
    assert.equal(`${head.replaceAll('\r\n', '\n')}\n${html}`, golden);
  });

  test('lists the visitor’s file first, and is not cached publicly', () => {
    const { html, head } = renderPage(two(), windows);
    assert.equal(linksIn(html)[0], 'windows-x86_64');
    assert.match(
      html,
      /<a class="get" href="\/releases\/download\/latest\/windows-x86_64">Download for Windows</,
    );
    assert.match(head, /^cache-control: private, no-cache\r$/m);
    assert.match(head, /^vary: User-Agent, Sec-CH-UA-Platform/m);
    assert.match(head, /^accept-ch: Sec-CH-UA-Platform/m);
    const mac = renderPage(two(), { system: 'darwin', arch: undefined });
    assert.deepEqual(linksIn(mac.html).slice(0, 2), ['darwin-dmg-aarch64', 'darwin-dmg-x86_64']);
    assert.match(mac.html, />Download for macOS, Intel<\/a>/);
    assert.match(mac.html, /Choose your processor type/);
    assert.notEqual(mac.etag, renderPage(two(), windows).etag);
  });

  test('of a single file is the same for everyone, and cacheable', () => {
    const site = siteOf([published(1, { 'linux-x86_64': '.AppImage' })]);
    const [first, second] = [
      renderPage(site, windows),
      renderPage(site, { system: 'linux', arch: 'x86_64' }),
    ];
    assert.deepEqual(first, second);
    assert.match(first.head, /^cache-control: public, max-age=60, s-maxage=300\r$/m);
    assert.doesNotMatch(first.head, /^vary:/m);
  });

  test('shows the size, date and SHA-256 of each file, and the version of older ones', () => {
    const { html } = renderPage(two(), windows);
    assert.equal(html.match(/<code>0123456789abcdef/g)?.length, 5);
    assert.equal(html.match(/<data value="5368709120">5\.4 GB<\/data>/g)?.length, 5);
    assert.match(html, /<p class="about">Version <bdi>2\.0\.0<\/bdi> · <time [^>]+>January 31, 2026<\/time>/);
    assert.equal(html.match(/GB<\/data> · Version <bdi>1\.0\.0<\/bdi>/g)?.length, 2);
    assert.match(html, /acme-1\.0\.0-linux-x86_64\.AppImage/);
  });

  test('lists update packages last, closed, unless there is nothing else', () => {
    const packages = { 'darwin-aarch64': '.app.tar.gz', 'windows-x86_64': '.nsis.zip' };
    const { html } = renderPage(siteOf([published(1, { ...files, ...packages })]), nobody);
    const [open = '', closed = ''] = html.split('<details><summary>Update packages</summary>');
    assert.deepEqual(linksIn(open), ['darwin-dmg-aarch64', 'darwin-dmg-x86_64']);
    assert.deepEqual(linksIn(closed), ['windows-x86_64', 'darwin-aarch64']);
    const only = renderPage(siteOf([published(1, packages)]), nobody).html;
    assert.match(only, /<h2>Downloads<\/h2>/);
    assert.doesNotMatch(only, /<details>/);
  });

  test('does not exist if it is switched off or if nothing is published', () => {
    assert.equal(pageOf(siteOf([published(1, files)], { page: false })), undefined);
    assert.equal(pageOf(siteOf([])), undefined);
    assert.equal(pageOf(two(), nobody, 'beta'), undefined);
  });

  test('says that nothing is published yet; for other channels only to browsers', () => {
    const { pages } = openPages();
    const empty = pages.emptyPageFor(siteOf([], { name: 'Acme & Söhne' }), 'stable', { accept: '*/*' });
    assert.equal(empty?.status, 200);
    assert.match(
      empty?.body ?? '',
      /<h1><bdi>Acme &amp; Söhne<\/bdi><\/h1>\n<p class="about">No downloads yet/,
    );
    assert.match(empty?.headers['content-security-policy'] ?? '', /default-src 'none'; style-src 'sha256-/);
    assert.equal(pages.emptyPageFor(siteOf([]), 'none', { accept: '*/*' }), undefined);
    assert.equal(pages.emptyPageFor(siteOf([]), 'none', { accept: 'text/html,*/*;q=0.8' })?.status, 200);
    assert.equal(
      pages.emptyPageFor(siteOf([], { page: false }), 'stable', { accept: 'text/html' }),
      undefined,
    );
  });

  test('of another channel links to that channel’s files', () => {
    const site = siteOf([published(1, files, { channel: 'beta' })]);
    const { html } = renderPage(site, windows, 'beta');
    assert.match(html, /href="\/releases\/download\/latest\/windows-x86_64\?channel=beta"/);
    assert.match(html, /<span class="tag">beta<\/span>/);
  });

  test('includes a rolling release only if it is for new installations', () => {
    const rolling = (newInstalls: boolean) => {
      const rollout = { state: 'rolling', newInstalls, brakedTargets: [], cohorts: [] } as unknown as Rollout;
      return renderPage(siteOf([published(1, files), published(2, files, { rollout })]), windows).html;
    };
    assert.match(rolling(true), /Version <bdi>2\.0\.0<\/bdi>/);
    assert.doesNotMatch(rolling(true), /1\.0\.0/);
    assert.match(rolling(false), /Version <bdi>1\.0\.0<\/bdi>/);
    assert.doesNotMatch(rolling(false), /2\.0\.0/);
  });

  test('allows only its own style, by hash', () => {
    const { html, head } = renderPage(two(), windows);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const [, policy = ''] = /^content-security-policy: (.*)\r$/m.exec(head) ?? [];
    assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash}';`), policy);
    assert.doesNotMatch(policy, /unsafe|self|\*/);
    assert.match(head, /^x-content-type-options: nosniff\r$/m);
    assert.match(head, /^referrer-policy: no-referrer\r$/m);
    assert.doesNotMatch(html, /<script|\sstyle="|\son\w+="|src=|https?:/);
  });

  test('is rendered once per kind of visitor', () => {
    const { pages, cache } = openPages();
    const site = two();
    const request = (agent: string) => ({ headers: { 'user-agent': agent } }) as IncomingMessage;
    assert.equal(pages.find(site, request('curl')), undefined, 'it is not in memory');
    const first = pages.pageFor(site, 'stable', nobody);
    assert.equal(pages.find(site, request('curl')), first);
    assert.equal(pages.pageFor(site, 'stable', { system: undefined, arch: 'x86_64' }), first);
    const { bytes } = cache.stats();
    for (let i = 0; i < 100; i++) pages.pageFor(site, `none-${i}`, nobody);
    assert.equal(cache.stats().bytes, bytes, 'channels that are not there leave nothing behind');
    assert.equal(
      pages.find(two(), request('curl')),
      undefined,
      'another site of the host has pages of its own',
    );
  });

  test('formats sizes and dates for people', () => {
    const sizes = [1, 999, 1000, 84_200_000, 99_950_000, 999_499, 999_500, 5_368_709_120, 9e15];
    assert.deepEqual(sizes.map(formatSize), [
      ...['1 B', '999 B', '1.0 kB', '84.2 MB', '100 MB', '999 kB', '1.0 MB', '5.4 GB', '9000 TB'],
    ]);
    assert.equal(formatDay('2026-11-06T23:59:59.999Z'), 'November 6, 2026');
    assert.equal(formatDay('0001-01-01T00:00:00.000Z'), 'January 1, 1');
  });
});

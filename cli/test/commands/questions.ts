import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import test from 'node:test';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createApiFetch } from '../../src/net/api-fetch.ts';
import type { CommandStage } from './stage.ts';

/** Tests check, audit, usage, and doctor. */
export const questionTests = ({ service, run, read, publishVersion }: CommandStage): void => {
  test('feeds shows the addresses to paste; check --feed says why a feed offers nothing', async () => {
    await service.client.createApp({ slug: 'fed', adapter: 'rest' });
    const app = ['--app', 'fed'];
    const host = service.url.replace('//', '//fed.');
    const listing = await read(['feeds', ...app]);
    assert.ok(
      listing.text.includes(`provider: generic\n      url: ${host}/feeds/electron/stable/from/\${version}`),
      listing.text,
    );
    assert.ok(listing.text.includes(`host: '${host}/feeds', repo: 'squirrel/stable'`), listing.text);
    assert.ok((listing.object.feeds as unknown[]).length > 5);
    await publishVersion('fed', '1.2.0');
    const question = ['check', 'linux', 'x64', '1.1.0', '--feed', 'electron', ...app];
    const explained = await read(question);
    assert.match(explained.text, /reading electron, gets no update\./);
    assert.ok(
      explained.text.includes(`Feed URL: ${host}/feeds/electron/stable/latest-linux.yml`),
      explained.text,
    );
    const unknown = await run(['check', 'linux', 'x64', '1.1.0', '--feed', 'gopher', ...app]);
    assert.equal(unknown.code, 3);
    assert.match(unknown.stderr, /Unknown feed "gopher"\. Use one of: electron, /);
    const nowhere = await run(['feeds', '--channel', 'nope', ...app]);
    assert.match(nowhere.stdout, /No feeds on nope\./);
  });

  test('check says what a client gets and why; audit says who did what; usage has a chart', async () => {
    await service.client.createApp({ slug: 'four', adapter: 'rest' });
    const app = ['--app', 'four'];
    await publishVersion('four', '1.2.0');
    const newer = await read(['check', 'linux', 'x86_64', '1.1.0', ...app]);
    assert.match(newer.text, /^linux x86_64 1\.1\.0 on stable gets 1\.2\.0\.\n[\s\S]*1\.2\.0\s+offered/);
    assert.equal(newer.object.outcome, 'update');
    assert.match((await run(['check', 'darwin', 'aarch64', '1.1.0', ...app])).stdout, /gets no update/);
    const nowhere = await run(['check', 'linux', 'x86_64', '1.1.0', '--channel', 'nope', ...app]);
    assert.match(nowhere.stdout, /gets no update\.\nChannel nope not found\. four has stable\./);
    await service.client.createChannel('four', { name: 'empty' });
    const empty = await run(['check', 'linux', 'x86_64', '1.1.0', '--channel', 'empty', ...app]);
    assert.match(empty.stdout, /gets no update\.\nChannel empty has no published releases\./);
    const { fleet } = await service.client.getFleet('four');
    assert.deepEqual(fleet.rows, [], 'what this tool asks is no installed copy');
    assert.match((await read(['audit', '--limit', '5', ...app])).text, /admin\s+release\.publish\s+rel_/);

    const [release] = (await service.client.listReleases('four')).releases;
    const host = service.url.replace('//', '//four.');
    const download = createApiFetch({ userAgent: 'test', signal: new AbortController().signal });
    await download(`${host}/releases/download/${release?.id}/linux-x86_64`, { method: 'GET', headers: {} });
    await waitUntil(
      'counted',
      async () => (await service.client.getUsage('four')).usage.totals.downloads === 1,
    );
    const usage = await read(['usage', ...app]);
    assert.match(usage.text, /1 download\n\n\d{4}-\d\d-\d\d\s+[\d.]+ KiB\s+█+\n\nversion\s+target/);
    const days = await read(['usage', '--by', 'day', ...app]);
    assert.match(days.text, /1 download\n\n\d{4}-\d\d-\d\d\s+[\d.]+ KiB\s+█+\n\nThis month/);
    const targets = await read(['usage', '--by', 'target', ...app]);
    assert.match(targets.text, /\n\ntarget\s+bytes\s+downloads\nlinux-x86_64\s+[\d.]+ KiB\s+1\n\nThis/);
    const releases = await read(['usage', '--by', 'release', ...app]);
    assert.match(releases.text, /\n\nversion\s+bytes\s+downloads\n1\.2\.0\s+[\d.]+ KiB\s+1\n\nThis/);
    const wrong = await run(['usage', '--by', 'year', ...app]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /day, release, target/);
    const year = ['--from', '2025-01-01', '--to', '2025-12-31'];
    assert.match(
      (await run(['usage', ...year, ...app])).stderr,
      /At most 92 days per request, or 400 with by=day/,
    );
    assert.equal((await run(['usage', '--by', 'day', ...year, ...app])).code, 0);
    assert.match(
      (await run(['usage', '--from', '2026-01-01', '--to', '2026-01-02', ...app])).stdout,
      /0 B, 0 downloads/,
    );
  });

  test('fleet has a bar for each version and says what share is older', async () => {
    await service.client.createApp({ slug: 'eight', adapter: 'rest' });
    const app = ['--app', 'eight'];
    const none = await read(['fleet', ...app]);
    assert.match(none.text, /: 0 checks, – got an update, – sent an ID$/m);
    for (const version of ['1.2.0', '1.10.0']) await publishVersion('eight', version);
    const host = service.url.replace('//', '//eight.');
    const ask = createApiFetch({ userAgent: 'test', signal: new AbortController().signal });
    for (const version of ['1.2.0', '1.2.0', '1.2.0', '1.10.0', '0.9.1', 'x'.repeat(40), '1.10.0', '1.10.0'])
      await ask(`${host}/releases/stable/linux/x86_64/${version}`, { method: 'GET', headers: {} });
    const fleet = await read(['fleet', '--older-than', 'v1.10', ...app]);
    const lines = [
      /: 8 checks, 62\.5% got an update, 0% sent an ID/,
      /\n\n1\.10\.0 {2}3 {3}37\.5% {2}█+\n1\.2\.0 {3}3 {3}37\.5% {2}█+\n0\.9\.1 {3}1 {3}12\.5% {2}█+\S*\nother {3}1 /,
      /\n\nOlder than v1\.10: 50\.0% \(4 of 8 checks\)\./,
    ];
    for (const line of lines) assert.match(fleet.text, line);
    assert.match((await run(['fleet', ...app])).stderr, /Only 0% of checks send an ID/);
    assert.doesNotMatch(fleet.text, /clients/);
    const address = `${host}/releases/stable/linux/x86_64/1.10.0`;
    await ask(address, { method: 'GET', headers: { 'slipway-client': 'someone' } });
    const withId = await read(['fleet', ...app]);
    assert.match(
      withId.text,
      /\nabout 1 client with an ID on the peak day; about 9 total, estimated from the 11\.1% of checks with an ID/,
    );
    assert.match(withId.text, /\n1\.10\.0 {2}4 {3}44\.4% {2}1 client {2}█+\n1\.2\.0 {3}3 {3}33\.3% {12}█+\n/);
    assert.deepEqual(fleet.object.olderThan, { version: 'v1.10', checks: 4, of: 8, share: 0.5 });
    const targets = await read(['fleet', '--by', 'target', ...app]);
    assert.match(targets.text, /\n\nlinux-x86_64 {2}9 {4}100% {2}1 client {2}█+$/m);
    assert.equal(
      (await read(['fleet', '--by', 'day', '--channel', 'beta', ...app])).text.includes(': 0 checks'),
      true,
    );
    for (let n = 0; n < 2; n++)
      await ask(`${host}/feeds/tauri/stable/latest.json`, { method: 'GET', headers: {} });
    const withoutVersion = await read(['fleet', '--older-than', '1.10', ...app]);
    assert.match(withoutVersion.text, /\nother {4}1 .*\nunknown {2}2 /);
    assert.match(
      withoutVersion.text,
      /: 44\.4% \(4 of 9 checks\)\. Based on 81\.8% of checks; the rest send no version\./,
    );
    const wrong = await run(['fleet', '--older-than', 'soon', ...app]);
    assert.deepEqual([wrong.code, /"soon" is not a comparable version/.test(wrong.stderr)], [2, true]);
    assert.equal((await run(['fleet', '--older-than', '1', '--by', 'day', ...app])).code, 2);
  });

  test('doctor passes on a healthy setup, and reports what is wrong', async () => {
    await service.client.createApp({ slug: 'five', adapter: 'rest' });
    const app = ['--app', 'five'];
    const well = await run(['doctor', '--json', ...app]);
    // Not every resolver knows names under localhost, and the doctor reports that.
    const isResolved = await lookup('five.localhost').then(
      () => true,
      () => false,
    );
    assert.equal(well.code, 0, well.stdout + well.stderr);
    assert.deepEqual(
      well.objects.map(({ about, state }) => `${about} ${state}`),
      [
        'address good',
        'TLS good',
        'clock good',
        'key good',
        'trust skipped',
        'storage good',
        `public host ${isResolved ? 'good' : 'doubtful'}`,
        'public TLS good',
        'clients skipped',
      ],
    );
    assert.deepEqual((await service.client.listReleases('five')).releases, [], 'its draft is gone');
    assert.match((await run(['doctor', '--read-only', ...app])).stdout, /skip storage\s+Skipped/);
    const badKey = await run(['doctor', ...app], { env: { SLIPWAY_KEY: 'wrong' } });
    assert.equal(badKey.code, 3, 'refused by the service');
    assert.match(badKey.stdout, /FAIL key/);
    const noSuchKey = await run(['doctor', ...app], { env: { SLIPWAY_KEY: 'two\nlines' } });
    assert.equal(noSuchKey.code, 2);
    assert.match(noSuchKey.stdout, /FAIL key\s+SLIPWAY_KEY is malformed[\s\S]*keys create/);
    const { secret } = await service.client.createKey('five', { name: 'ci' });
    const noApp = await run(['doctor'], { env: { SLIPWAY_KEY: secret } });
    assert.equal(noApp.code, 0, noApp.stderr);
    assert.match(noApp.stdout, /warn key\s+The key is valid[^\n]*\n\s+Pass --app to check more\./);
    const noKey = await run(['doctor', ...app], { env: { SLIPWAY_KEY: undefined } });
    assert.match(noKey.stdout, /skip key\s+No key/);
    const uploads = `http://localhost:${service.uploadPort}`;
    const elsewhere = await run(['doctor', ...app, '--url', uploads], { env: { SLIPWAY_URL: undefined } });
    assert.equal(elsewhere.code, 1, elsewhere.stdout);
    assert.match(elsewhere.stdout, /^FAIL address[^\n]*readyz returns 404[\s\S]*upload address/m);
    const away = await run(['doctor', ...app], { env: { SLIPWAY_URL: 'http://127.0.0.1:9' } });
    assert.equal(away.code, 4);
    assert.match(away.stdout, /FAIL address\s+Can’t reach 127\.0\.0\.1:9: [\s\S]*Check the port/);
  });
};

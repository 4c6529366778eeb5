import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Service } from '../../../lab/service.ts';
import { accessibilityFaults } from './axe.ts';
import { enter, openBeside, openBrowser, openTab, signIn } from './browser.ts';
import { slug, startLantern } from './lantern.ts';
import { uploaded, warningTicks } from './warnings.ts';
import { sidewaysScroll } from './watch.ts';

/* A release from dropped files: multipart, resumed after closing the tab, published. Private keys are never sent. */

const version = '1.7.0';

describe('a release from the browser', () => {
  let browser: Browser;
  let service: Service;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-drop-'));
  before(async () => {
    [browser, service] = await Promise.all([openBrowser(), startLantern()]);
  });
  after(async () => {
    await browser.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, content: Buffer | string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  test('resumes after the tab was closed, and is offered', { timeout: 240_000 }, async () => {
    const files = [
      write(`Lantern_${version}_amd64.AppImage`, randomBytes(70 * 1024 ** 2)),
      write(`Lantern_${version}_x64-setup.exe`, randomBytes(1_000_000)),
    ];
    const secret = Buffer.concat([Buffer.from('Ed'), randomBytes(156)]).toString('base64');
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pair = Buffer.concat([
      privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
      publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
    ]).toString('base64');
    // A signature has the length of a seed with its public key.
    const signature = sign(null, randomBytes(32), privateKey).toString('base64');
    const small = [write('sparkle.key', pair), write(`Lantern_${version}_x64-setup.exe.sig`, signature)];
    const key = write('updater.key', `untrusted comment: rsign encrypted secret key\n${secret}\n`);
    const first = await openTab(browser, service);
    const bodies: string[] = [];
    first.context.on('request', (request) => void bodies.push(request.postData() ?? ''));
    await signIn(first, `/apps/${slug}/new`);
    await first.page.locator('[data-chooser=files]').setInputFiles([...files, key, ...small]);
    await first.page.getByText('sparkle.key, updater.key contains a private key.').waitFor();
    await first.page.getByText('Publish anyway').first().waitFor();
    assert.deepEqual(await accessibilityFaults(first.page), []);
    assert.deepEqual(await sidewaysScroll(first.page), []);
    const line = await first.context.newCDPSession(first.page);
    await line.send('Network.enable');
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 15_000_000 };
    await line.send('Network.emulateNetworkConditions', slow);
    let parts = 0;
    first.page.on('requestfinished', (request) => {
      if (request.method() === 'PUT') parts += 1;
    });
    await first.page.getByRole('button', { name: /^Upload 2 files/ }).click();
    while (parts < 3) await first.page.waitForTimeout(50);

    const second = await openBeside(first, service);
    await first.page.close();
    await second.page.goto(`/apps/${slug}/new`);
    await second.page.getByRole('link', { name: `Continue ${version}` }).click();
    await second.page.getByText(/files? missing\./).waitFor();
    let sent = 0;
    second.page.on('requestfinished', (request) => {
      if (request.method() === 'PUT') sent += 1;
    });
    await second.page.locator('[data-chooser=files]').setInputFiles(files);
    await second.page.getByRole('button', { name: 'Continue upload' }).click();
    await uploaded(second.page, 60_000);
    assert.ok(sent < 6, `${sent} were sent again of five parts and a file`);
    for (const tick of await warningTicks(second.page)) await tick.check();
    await second.page.getByRole('button', { name: 'Publish to stable' }).click();
    await second.page.getByText(`Published ${version} to stable.`).first().waitFor();
    await second.page.getByRole('heading', { name: version, level: 1, exact: true }).waitFor();
    await second.finish();
    const { offers } = await service.client.listOffers(slug);
    assert.ok(offers.some((one) => one.target === 'linux-x86_64' && one.version === version));
    for (const text of [secret.slice(0, 60), pair])
      assert.ok(!bodies.some((body) => body.includes(text)), 'the keys stayed on the page');
    assert.ok(bodies.some((body) => body.includes(signature)));
  });

  test('fits a phone, and a saved draft is complete when continued', async () => {
    const tab = await openTab(browser, service, { width: 320 });
    const { page } = tab;
    await enter(tab, `/apps/${slug}/new`);
    const zone = page.locator('.drop-zone');
    await zone.waitFor();
    assert.ok(await zone.evaluate((one) => one.scrollWidth <= one.clientWidth), 'nothing leaves the zone');
    const bytes = randomBytes(2000);
    await page.locator('[data-chooser=files]').setInputFiles([write('Lantern_1.8.0_amd64.AppImage', bytes)]);
    await page.getByRole('button', { name: /^Upload 1 file/ }).click();
    await uploaded(page);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/releases$/);
    const { releases } = await service.client.listReleases(slug, { state: 'draft' });
    const draft = releases.find((one) => one.version === '1.8.0');
    await page.goto(`/apps/${slug}/new?draft=${draft?.id}`);
    await page.getByRole('heading', { name: 'New release 1.8.0' }).waitFor();
    await page.getByRole('button', { name: 'Publish to stable' }).waitFor();
    assert.equal(await page.getByText(/files? missing\.|not uploaded yet/).count(), 0);
    await tab.finish();
  });
});

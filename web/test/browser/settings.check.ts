import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type NameServer, startNameServer } from '../../../lab/name-server.ts';
import type { Service } from '../../../lab/service.ts';
import { accessibilityFaults } from './axe.ts';
import { enter, openBrowser, openTab, type Tab } from './browser.ts';
import { slug, startLantern } from './lantern.ts';
import { sidewaysScroll } from './watch.ts';

/* Channels, domains, usage, audit and settings: both themes, and one change each. */

const publicKey = 'RWQU8rq2Zeo4llJah2EN35lIDNNbJiDcZvS0joCxZ3GUgMzMyG2OHTU+';
const domain = 'updates.lantern.example';

const look = async ({ page, watch }: Tab): Promise<void> => {
  await watch.settle();
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await sidewaysScroll(page), []);
};

const fill = async ({ client }: Service): Promise<void> => {
  await client.createDomain(slug, { domain });
  await client.addSigningKey(slug, { publicKey, name: 'release key' });
  await client.trustPublisher(slug, { provider: 'gitlab', project: 'acme/lantern' });
  await client.changeChannel(slug, 'beta', { alsoOffers: 'stable' });
};

describe('the settings screens', () => {
  let browser: Browser;
  let service: Service;
  let names: NameServer;
  before(async () => {
    names = await startNameServer();
    names.set(domain, { a: ['127.0.0.1'] });
    const env = { SLIPWAY_DNS_SERVERS: names.address };
    [browser, service] = await Promise.all([openBrowser(), startLantern(0, env)]);
    await fill(service);
  });
  after(async () => {
    await browser.close();
    await service.stop();
    await names.stop();
  });

  const open = async (path: string, theme: 'light' | 'dark' = 'light', key?: string): Promise<Tab> => {
    const tab = await openTab(browser, service, { theme });
    await enter(tab, `/apps/${slug}${path}`, key);
    return tab;
  };

  for (const theme of ['light', 'dark'] as const)
    for (const [path, sign] of [
      ['/channels', '1.6.0-beta.2'],
      ['/domains', 'This server responds at'],
      ['/usage', 'By platform'],
      ['/audit', 'Channel beta: also offers stable'],
      ['/settings/signing', 'release key'],
    ] as const)
      test(`${path}, ${theme}`, async () => {
        const tab = await open(path, theme);
        await tab.page.getByText(sign).first().waitFor();
        await look(tab);
        await tab.finish();
      });

  test('a channel is created and archived', async () => {
    const tab = await open('/channels');
    const { page } = tab;
    await page.getByRole('button', { name: 'New channel' }).click();
    await page.getByLabel('Name').fill('canary');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('button', { name: 'Archive… canary' }).click();
    await page.getByRole('button', { name: 'Archive channel' }).click();
    await page.getByRole('button', { name: 'Unarchive… canary' }).waitFor();
    const { channels } = await service.client.listChannels(slug);
    assert.equal(channels.find(({ name }) => name === 'canary')?.active, false);
    await tab.finish();
  });

  test('a domain without a DNS record shows the record to set and the check’s result', async () => {
    const fresh = 'get.lantern.example';
    await service.client.createDomain(slug, { domain: fresh });
    const tab = await open('/domains');
    const { page } = tab;
    await page.getByLabel('Domain', { exact: true }).selectOption(fresh);
    await page.getByText(`DNS has no address for ${fresh}.`).waitFor();
    await page.getByText(`Fix: Create a CNAME record for ${fresh}`).waitFor();
    await look(tab);
    names.set(fresh, { a: ['127.0.0.1'] });
    // The server caches a DNS check for five seconds.
    const isHere = page.getByText(`This server responds at http://${fresh}`);
    for (let tries = 0; tries < 60 && !(await isHere.isVisible()); tries += 1) {
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.waitForTimeout(500);
    }
    await isHere.waitFor();
    await tab.finish();
  });

  test('the download page is switched off and on again', async () => {
    const tab = await open('/settings');
    const { page } = tab;
    const isOn = page.getByRole('checkbox', { name: /^Download page/ });
    const save = page.getByRole('button', { name: 'Save' });
    await isOn.uncheck();
    await save.click();
    await page.getByText('returns 404.').waitFor();
    assert.equal((await service.client.getApp(slug)).app.page, false);
    await isOn.check();
    await save.click();
    await page.getByRole('link', { name: 'View download page' }).waitFor();
    await tab.finish();
  });

  test('signatures are required once there is a key, and the private key is never sent', async () => {
    const tab = await open('/settings/signing');
    const { page } = tab;
    await page.getByRole('button', { name: 'Add signing key' }).click();
    await page
      .getByLabel('Public key')
      .fill('-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----');
    await page.getByText('This is a private key. It was not sent.').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('radio', { name: /^Require Block/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Applies from the next publish.').first().waitFor();
    const { app } = await service.client.getApp(slug);
    assert.equal(app.signatures, 'require');
    await tab.finish();
  });

  test('adds a trusted publisher with CI configuration; naming an environment clears the warning', async () => {
    const tab = await open('/settings/publishing');
    const { page } = tab;
    await page.getByRole('button', { name: 'Add trusted publisher' }).click();
    await page.getByLabel('Repository').fill('acme/lantern');
    await page.getByLabel('Workflow').fill('release.yml');
    await page.getByText('any-branch').waitFor();
    await page.getByLabel('Environment').fill('release');
    await page.getByText('any-branch').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('id-token: write').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole('button', { name: 'Done' }).click();
    const { trustedPublishers } = await service.client.listTrustedPublishers(slug);
    assert.ok(trustedPublishers.some(({ environment }) => environment === 'release'));
    await tab.finish();
  });

  test('the usage export contains every row', async () => {
    const tab = await open('/usage');
    const started = tab.page.waitForEvent('download');
    await tab.page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await started;
    assert.match(download.suggestedFilename(), /^lantern-usage-.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    assert.deepEqual([lines[0], lines.length], ['day,release_id,version,target,downloads,bytes', 31]);
    await tab.finish();
  });

  test('a read-only key sees everything disabled, with the reason', async () => {
    const { secret } = await service.client.createKey(slug, { name: 'reader', scopes: ['read'] });
    const tab = await open('/settings/publishing', 'light', secret);
    await tab.page.getByText('Your key can’t view trusted publishers.').waitFor();
    await tab.page.getByRole('button', { name: 'Save' }).focus();
    await tab.page
      .getByRole('tooltip')
      .filter({ hasText: 'Requires the manage scope. Your key has: read.' })
      .first()
      .waitFor();
    await look(tab);
    await tab.finish();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Service } from '../../../lab/service.ts';
import { accessibilityFaults } from './axe.ts';
import { openBrowser, openTab, signIn, type Tab } from './browser.ts';
import { slug, startLantern } from './lantern.ts';
import { fillReleases } from './lantern-releases.ts';
import { stickingOut } from './watch.ts';

/* Every screen at 200 % zoom with forced colors: no overflow, no axe violations. */

/** A window of 1280 px at 200 %. */
const zoomed = { width: 640, scale: 2 };

describe('at 200 % zoom, in forced colors', () => {
  let browser: Browser;
  let service: Service;
  let ids: Record<string, string>;
  let tab: Tab;
  before(async () => {
    [browser, service] = await Promise.all([openBrowser(), startLantern()]);
    ids = await fillReleases(service);
    await service.client.createKey(slug, { name: 'release pipeline' });
    await service.client.createDomain(slug, { domain: 'updates.lantern.example' });
    tab = await openTab(browser, service, { ...zoomed, isForced: true });
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  /** All screens share a tab, so report each fault only once. */
  const reported = new Set<string>();
  const look = async (): Promise<void> => {
    await tab.watch.settle();
    assert.equal(await tab.page.evaluate(() => matchMedia('(forced-colors: active)').matches), true);
    assert.deepEqual(await accessibilityFaults(tab.page), []);
    assert.equal(await stickingOut(tab.page), 0);
    const news = tab.watch.faults().filter((fault) => !reported.has(fault));
    for (const fault of news) reported.add(fault);
    assert.deepEqual(news, []);
  };

  test('signing in', async () => {
    await tab.page.goto('/sign-in');
    await tab.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await look();
    await signIn(tab);
  });

  for (const [path, sign] of [
    ['', 'Live now'],
    ['/releases', '1 of 2 files uploaded'],
    ['/releases/{1.5.1}', 'History'],
    ['/releases/{1.6.0}', 'History'],
    ['/new', 'Drop your build folder or files here'],
    ['/explain', 'is offered'],
    ['/usage', 'By platform'],
    ['/audit', 'release pipeline'],
    ['/channels', '1.6.0-beta.2'],
    ['/keys', 'release pipeline'],
    ['/domains', 'updates.lantern.example'],
    ['/settings/publishing', 'Trusted publishers'],
  ] as const)
    test(path === '' ? 'the overview' : path, async () => {
      const address = path.replace(/\{(.*)\}/, (_, version: string) => ids[version] ?? '');
      await tab.page.goto(`/apps/${slug}${address}`);
      await tab.page.getByText(sign).first().waitFor();
      await look();
    });

  test('the list of apps, and a dialog', async () => {
    await tab.page.goto('/apps');
    await tab.page.getByRole('link', { name: 'Lantern' }).waitFor();
    await look();
    await tab.page.goto(`/apps/${slug}/releases/${ids['1.5.0']}`);
    await tab.page.getByRole('main').getByRole('button', { name: 'Withdraw…' }).click();
    await tab.page.getByRole('dialog').waitFor();
    await look();
    await tab.finish();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Service, startService } from '../../../lab/service.ts';
import { accessibilityFaults } from './axe.ts';
import { enter, openBrowser, openTab, type Tab } from './browser.ts';
import { slug, startLantern } from './lantern.ts';

/* Axe on every screen in both themes. `finish` checks each tab for overflow. */

const themes = ['light', 'dark'] as const;

const look = async ({ page, watch }: Tab): Promise<void> => {
  await watch.settle();
  assert.deepEqual(await accessibilityFaults(page), []);
};

describe('every screen', () => {
  let browser: Browser;
  let full: Service;
  let empty: Service;
  before(async () => {
    [browser, full, empty] = await Promise.all([openBrowser(), startLantern(), startService()]);
  });
  after(async () => {
    await browser.close();
    await Promise.all([full.stop(), empty.stop()]);
  });

  for (const theme of themes) {
    test(`signing in, ${theme}`, async () => {
      const tab = await openTab(browser, empty, { theme });
      await tab.page.goto('/');
      await tab.page.getByText('Where do I find my key?').click();
      await look(tab);
      await tab.finish();
    });

    test(`no app yet, ${theme}`, async () => {
      const tab = await openTab(browser, empty, { theme });
      await enter(tab, '/apps');
      await tab.page.getByRole('heading', { name: 'Create your first app' }).waitFor();
      await look(tab);
      await tab.finish();
    });

    test(`the list of apps, ${theme}`, async () => {
      const tab = await openTab(browser, full, { theme });
      await enter(tab, '/apps');
      await tab.page.getByRole('link', { name: 'Lantern' }).waitFor();
      await look(tab);
      await tab.finish();
    });

    test(`the overview, ${theme}`, async () => {
      const tab = await openTab(browser, full, { theme });
      await enter(tab, `/apps/${slug}`);
      await tab.page.getByRole('table', { name: 'Live now' }).waitFor();
      await look(tab);
      await tab.finish();
    });
  }
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Service } from '../../../lab/service.ts';
import '../render.ts';
import { accessibilityFaults } from './axe.ts';
import { enter, openBrowser, openTab, type Tab } from './browser.ts';
import { slug, startLantern } from './lantern.ts';
import { sidewaysScroll } from './watch.ts';

const { sections } = await import('../../src/app/sections.ts');

/* Every screen gets responses that it cannot render. It says so, can be tried again, and leads back. */

const failure = 'This page can’t be shown';

/** Responses without the app and with lists of nothing. */
const spoil = (text: string): string =>
  JSON.stringify(JSON.parse(text), (key, value) => {
    if (Array.isArray(value)) return [null];
    return key === 'app' && typeof value === 'object' ? null : value;
  });

/** Spoils responses about the app while it is on. */
const spoilResponses = async ({ page }: Tab) => {
  const state = { isOn: true };
  await page.route(`**/v1/apps/${slug}{,/**}`, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: state.isOn ? spoil(text) : text });
  });
  return state;
};

describe('a screen that throws', () => {
  let browser: Browser;
  let service: Service;
  let releaseId: string;
  before(async () => {
    [browser, service] = await Promise.all([openBrowser(), startLantern()]);
    const { releases } = await service.client.listReleases(slug, { limit: 1 });
    releaseId = releases[0]?.id ?? '';
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  const urlOf = (path: string): string =>
    `/apps/${slug}${path.replace(':id', releaseId).replace(':tab', 'signing')}${
      path === '/explain' ? '?channel=stable&target=linux-x86_64&version=1.4.2' : ''
    }`;

  const openFailing = async (path: string, theme: 'light' | 'dark' = 'light') => {
    const tab = await openTab(browser, service, { theme });
    tab.watch.expectError(/null/);
    const responses = await spoilResponses(tab);
    await enter(tab, urlOf(path));
    const heading = tab.page.getByRole('heading', { name: failure, level: 1 });
    await heading.waitFor();
    return { ...tab, responses, heading };
  };

  /** A screen that is replaced by its error moves on purpose; nothing else may be wrong. */
  const finish = async ({ page, watch, context }: Tab): Promise<void> => {
    await watch.settle();
    assert.deepEqual(
      watch.faults().filter((fault) => !fault.startsWith('the page moved')),
      [],
    );
    assert.deepEqual(await sidewaysScroll(page), []);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };

  for (const { path } of sections)
    test(`${path || 'overview'} leads back, and can be tried again`, async () => {
      const tab = await openFailing(path);
      const { page, responses, heading } = tab;
      assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 1);
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading.waitFor();
      responses.isOn = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading.waitFor({ state: 'detached' });
      await page.locator('h1:focus').waitFor();
      assert.equal(page.url(), service.baseUrl + urlOf(path));
      responses.isOn = true;
      await page.reload();
      await heading.waitFor();
      responses.isOn = false;
      await page.getByRole('link', { name: /^Back to the/ }).click();
      await page.getByRole('heading', { name: path === '' ? 'Apps' : 'Lantern', level: 1 }).waitFor();
      await finish(tab);
    });

  for (const theme of ['light', 'dark'] as const)
    test(`has an accessible message, ${theme}`, async () => {
      const tab = await openFailing('/keys', theme);
      assert.deepEqual(await accessibilityFaults(tab.page), []);
      await finish(tab);
    });
});

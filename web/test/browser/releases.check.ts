import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Service } from '../../../lab/service.ts';
import { accessibilityFaults } from './axe.ts';
import { enter, openBrowser, openTab, type Tab } from './browser.ts';
import { slug, startLantern } from './lantern.ts';
import { fillReleases } from './lantern-releases.ts';
import { sidewaysScroll } from './watch.ts';

/* Releases, one release and explain: both themes, every width, and their dialogs. */

const look = async ({ page, watch }: Tab): Promise<void> => {
  await watch.settle();
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await sidewaysScroll(page), []);
};

describe('the release screens', () => {
  let browser: Browser;
  let service: Service;
  let ids: Record<string, string>;
  before(async () => {
    [browser, service] = await Promise.all([openBrowser(), startLantern()]);
    ids = await fillReleases(service);
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  for (const theme of ['light', 'dark'] as const) {
    const open = async (path: string): Promise<Tab> => {
      const tab = await openTab(browser, service, { theme });
      await enter(tab, `/apps/${slug}${path}`);
      return tab;
    };

    test(`the list, ${theme}`, async () => {
      const tab = await open('/releases');
      await tab.page.getByText('1 of 2 files uploaded').waitFor();
      await tab.page.getByText('“Crashes at start on Windows 10”').waitFor();
      await look(tab);
      await tab.page.getByLabel('State', { exact: true }).selectOption('withdrawn');
      await tab.page.waitForURL('**/releases?state=withdrawn');
      await tab.page.getByRole('link', { name: '1.5.0' }).waitFor({ state: 'detached' });
      await tab.finish();
    });

    for (const version of ['1.5.1', '1.4.9', '1.6.0'])
      test(`one release, ${version}, ${theme}`, async () => {
        const tab = await open(`/releases/${ids[version]}`);
        await tab.page.getByRole('heading', { name: version, level: 1 }).waitFor();
        await tab.page.getByRole('heading', { name: 'History' }).waitFor();
        await look(tab);
        await tab.finish();
      });

    for (const [version, button] of [
      ['1.5.0', /^Withdraw/],
      ['1.3.0', /^Delete files/],
      ['1.5.2', /^Publish/],
      ['1.6.0', /^Delete draft/],
      ['1.5.0', /^Promote/],
      ['1.5.0', /^Edit… eligibility/],
      ['1.5.1', /^Pause/],
      ['1.5.1', /^Preview impact/],
    ] as const)
      test(`the dialog of ${button} on ${version}, ${theme}`, async () => {
        const tab = await open(`/releases/${ids[version]}`);
        const main = tab.page.getByRole('main');
        if (/Promote|files/.test(String(button)))
          await main.getByRole('button', { name: 'More actions' }).click();
        await main.getByRole('button', { name: button }).click();
        await tab.page.getByRole('dialog').waitFor();
        await look(tab);
        await tab.page.keyboard.press('Escape');
        await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
        await tab.finish();
      });

    test(`explain, ${theme}`, async () => {
      const tab = await open('/explain');
      await tab.page.getByText('is offered').waitFor();
      await tab.page.getByText('More client details').click();
      await look(tab);
      await tab.finish();
    });
  }
});

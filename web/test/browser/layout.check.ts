import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Service, startService } from '../../../lab/service.ts';
import { accessibilityFaults } from './axe.ts';
import { enter, type Look, openBrowser, openTab } from './browser.ts';
import { slug, startLantern } from './lantern.ts';

/* Measures the layout: no overlaps, and urgent actions stay in view. */

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (locator: Locator): Promise<Box> => {
  const box = await locator.boundingBox();
  assert.ok(box !== null, 'not drawn');
  return box;
};

const doOverlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Chart labels that overlap or overflow. */
const chartFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.plot svg')].flatMap((chart) => {
      const edge = chart.getBoundingClientRect();
      const labels = [...chart.querySelectorAll('text')].map((label) => ({
        text: label.textContent,
        box: label.getBoundingClientRect(),
      }));
      const outside = labels.filter(({ box }) => box.left < edge.left - 1 || box.right > edge.right + 1);
      const pairs = labels.flatMap((one, at) =>
        labels
          .slice(at + 1)
          .filter(
            ({ box }) =>
              one.box.left < box.right &&
              box.left < one.box.right &&
              one.box.top + 2 < box.bottom &&
              box.top + 2 < one.box.bottom,
          )
          .map(({ text }) => `${one.text} on ${text}`),
      );
      return [...outside.map(({ text }) => `${text} sticks out`), ...pairs];
    }),
  );

const looks: readonly Look[] = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

describe('the layout', () => {
  let browser: Browser;
  let service: Service;
  let fresh: Service;
  before(async () => {
    [browser, service, fresh] = await Promise.all([openBrowser(), startLantern(), startService()]);
    await fresh.client.createApp({ slug, name: 'Lantern', adapter: 'tauri' });
    const database = new DatabaseSync(join(service.folder, 'slipway.db'), { timeout: 5000 });
    const from = "(select published_at from releases where version = '1.5.0')";
    database.exec(`update releases set published_at = ${from} where version in ('1.4.2', '1.4.1')`);
    database.close();
  });
  after(async () => {
    await browser.close();
    await Promise.all([service.stop(), fresh.stop()]);
  });

  for (const look of looks) {
    const name = `at ${look.width} px, ${look.theme}`;

    test(`charts keep their labels apart, ${name}`, async () => {
      const tab = await openTab(browser, service, look);
      await enter(tab, `/apps/${slug}`);
      await tab.page.locator('.plot svg .event').first().waitFor({ state: 'attached' });
      assert.deepEqual(await chartFaults(tab.page), []);
      await tab.page.goto(`/apps/${slug}/usage`);
      await tab.page.getByRole('button', { name: 'Data' }).click();
      await tab.page.locator('.plot svg').first().waitFor();
      assert.deepEqual(await chartFaults(tab.page), []);
      await tab.finish();
    });

    test(`Withdraw is within reach of the pointer and the keyboard, ${name}`, async () => {
      const tab = await openTab(browser, service, look);
      const { page } = tab;
      await enter(tab, `/apps/${slug}/audit`);
      await page.reload();
      await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
      const button = page.getByRole('button', { name: 'Withdraw a release…' });
      const expectInView = async (element: Locator): Promise<void> => {
        const { x, y, width, height } = await boxOf(element);
        assert.ok(x >= 0 && x + width <= (look.width ?? 0) && y >= 0 && y + height <= 900);
      };
      if (look.width === 390) {
        const more = page.getByRole('button', { name: 'More' });
        await expectInView(more);
        await more.click();
        assert.deepEqual(await accessibilityFaults(page), []);
      } else for (let press = 0; press < 6; press += 1) await page.keyboard.press('Tab');
      await expectInView(button);
      assert.ok(await button.evaluate((element) => element === document.activeElement));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: /Withdraw/ }).waitFor();
      await tab.finish();
    });

    test(`Copy does not overlap its text, ${name}`, async () => {
      const tab = await openTab(browser, fresh, look);
      await enter(tab, `/apps/${slug}`);
      await tab.page.locator('.code-block').first().waitFor();
      for (const block of await tab.page.locator('.code-block').all())
        assert.ok(!doOverlap(await boxOf(block.locator('pre')), await boxOf(block.locator('.copyable'))));
      await tab.finish();
    });

    test(`an error code stays on one line, ${name}`, async () => {
      const tab = await openTab(browser, service, look);
      tab.watch.expectRefusals(409);
      const body = JSON.stringify({ type: '', title: '', status: 409, code: 'signature-strands-clients' });
      await tab.page.route('**/rollouts', (route) =>
        route.fulfill({ status: 409, body, headers: { 'content-type': 'application/problem+json' } }),
      );
      await enter(tab, `/apps/${slug}`);
      const code = tab.page.locator('.problem .copyable .mono').first();
      await code.waitFor();
      assert.ok((await boxOf(code)).height < 26);
      assert.equal(await tab.page.getByRole('button', { name: 'Retry' }).count(), 0);
      await tab.finish();
    });

    test(`settings are short and have an index, ${name}`, async () => {
      const tab = await openTab(browser, service, look);
      const { page } = tab;
      await enter(tab, `/apps/${slug}/settings`);
      const index = page.getByRole('navigation', { name: 'Settings' });
      for (const label of ['Delivery', 'Signing', 'Publishing', 'Danger zone', 'General']) {
        await index.getByRole('link', { name: label }).click();
        await index.locator('[aria-current]', { hasText: label }).waitFor();
        await tab.watch.settle();
        const { height } = await boxOf(page.locator('main'));
        assert.ok(height < (look.width === 390 ? 1800 : 1200), `${label}: ${height} px`);
        assert.deepEqual(await accessibilityFaults(page), []);
      }
      await tab.finish();
    });
  }
});

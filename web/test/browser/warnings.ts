import type { Locator, Page } from 'playwright-core';

/** All warning checkboxes of a new release, once its review has loaded. */
export const warningTicks = async (page: Page): Promise<Locator[]> => {
  await page.locator('.ticks, .passed').first().waitFor();
  return page.getByRole('checkbox').all();
};

/** Waits until all files are uploaded. */
export const uploaded = (page: Page, timeout = 30_000): Promise<void> =>
  page
    .locator('.release-bar')
    .filter({ hasText: /Save draft.*Publish to/ })
    .waitFor({ timeout });

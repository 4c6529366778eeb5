import type { Locator, Page } from 'playwright-core';

/** All warning checkboxes of a new release, once its review has loaded. */
export const warningTicks = async (page: Page): Promise<Locator[]> => {
  await page.locator('.ticks, .passed').first().waitFor();
  return page.getByRole('checkbox').all();
};

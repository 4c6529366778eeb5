import type { Locator, Page } from 'playwright-core';

/** The ticks of all warnings of a new release: there when its review is, which may come after its files. */
export const warningTicks = async (page: Page): Promise<Locator[]> => {
  await page.locator('.ticks, .all-well').first().waitFor();
  return page.getByRole('checkbox').all();
};

import type { Locator } from 'playwright-core';

/* Someone who has no mouse: from one thing to the next with the Tab key, and nothing that it does not reach. */

/** More than any screen has. */
const mostSteps = 120;

const isFocused = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element === document.activeElement);

/** Presses Tab until the focus is there. */
export const tabTo = async (what: Locator): Promise<void> => {
  await what.waitFor();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await isFocused(what)) return;
    await what.page().keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${what}.`);
};

/** Goes there and presses Enter. */
export const follow = async (what: Locator): Promise<void> => {
  await tabTo(what);
  await what.page().keyboard.press('Enter');
};

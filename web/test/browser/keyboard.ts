import type { Locator } from 'playwright-core';

/* Keyboard-only use: moves with Tab and fails if Tab does not reach the target. */

/** More than any screen needs. */
const mostSteps = 120;

const isFocused = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element === document.activeElement);

export const tabTo = async (what: Locator): Promise<void> => {
  await what.waitFor();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await isFocused(what)) return;
    await what.page().keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${what}.`);
};

/** Moves focus there and presses Enter. */
export const follow = async (what: Locator): Promise<void> => {
  await tabTo(what);
  await what.page().keyboard.press('Enter');
};

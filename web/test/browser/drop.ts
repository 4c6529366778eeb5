import type { Page } from 'playwright-core';

/** Drops local files or folders through real drag events, so that the browser reads them itself. */
export const dropOn = async (page: Page, name: string, paths: readonly string[]): Promise<void> => {
  const box = await page.getByRole('group', { name }).boundingBox();
  if (box === null) throw new Error(`Nothing on the page is called ${name}.`);
  const at = { x: box.x + box.width / 2, y: box.y + 12 };
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  await devtools.detach();
};

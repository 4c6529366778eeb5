import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { ensureDashboard } from '../../scripts/build.mjs';
import { openCamera, openPage, take } from './camera.ts';
import { isAlike, readPng } from './png.ts';
import { type Shot, shots } from './shots.ts';
import { openWorld, slug, type World } from './world.ts';

/*
 * Screenshots for the docs: `npm run pictures`, optionally with names. They show the real product: a server with an
 * app's history, and a browser.
 */

const folder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

const picture = async (browser: Browser, world: World, shot: Shot): Promise<Buffer> => {
  const { at, look, what = 'page', shows, before } = shot;
  const id = world.ids.get(at);
  const page = await openPage(browser, id === undefined ? at : `/apps/${slug}/releases/${id}`, look);
  await page.getByText(new RegExp(shows)).first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await before?.(page, world);
  const png = await take(page, what);
  await page.context().close();
  return png;
};

const chosen = process.argv.slice(2);
const selected = shots.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
mkdirSync(folder, { recursive: true });
await ensureDashboard();
const world = await openWorld();
const browser = await openCamera(world);
try {
  for (const shot of selected) {
    const png = await picture(browser, world, shot);
    const path = `${folder}${shot.name}.png`;
    const isKept = existsSync(path) && isAlike(readPng(readFileSync(path)), readPng(png));
    if (!isKept) writeFileSync(path, png);
    console.log(
      `docs/pictures/${shot.name}.png  ${Math.ceil(png.length / 1000)} kB${isKept ? ', as it was' : ''}`,
    );
  }
} finally {
  await browser.close();
  await world.stop();
}

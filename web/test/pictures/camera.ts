import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, signIn } from '../browser/browser.ts';
import { readPng, writePng } from './png.ts';
import { now } from './releases.ts';
import { hosts, type World } from './world.ts';

/* A browser for reproducible screenshots: fixed clock, fixed fonts. */

/** Uses Liberation fonts if they are installed. */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend_first" binding="strong"><string>Liberation Sans</string></edit>
  </match>
  <match target="pattern">
    <test name="family"><string>ui-monospace</string></test>
    <edit name="family" mode="prepend_first" binding="strong"><string>Liberation Mono</string></edit>
  </match>
</fontconfig>
`;

/** Maps the hosts in the pictures to the local server and blocks all other lookups. */
const rulesOf = ({ service: { port, uploadPort } }: World): string =>
  [
    `MAP ${hosts.base}:80 127.0.0.1:${port}`,
    `MAP ${hosts.app}:80 127.0.0.1:${port}`,
    `MAP ${hosts.uploads}:80 127.0.0.1:${uploadPort}`,
    'MAP * ~NOTFOUND',
  ].join(',');

/** Starts the browser; the caller closes it. */
export const openCamera = (world: World): Promise<Browser> => {
  const file = join(world.folder, 'fonts.conf');
  writeFileSync(file, fonts);
  process.env.FONTCONFIG_FILE = file;
  return openBrowser([
    `--host-resolver-rules=${rulesOf(world)}`,
    // Enables APIs that require a secure context, as behind TLS.
    `--unsafely-treat-insecure-origin-as-secure=http://${hosts.base}`,
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
  ]);
};

export interface Look {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  userAgent?: string;
}

/** Opens a path signed in, or a full URL on another host without a session. */
export const openPage = async (browser: Browser, path: string, look: Look = {}): Promise<Page> => {
  const { width = 1280, height = 860, theme = 'light', userAgent } = look;
  const context = await browser.newContext({
    ...{ baseURL: `http://${hosts.base}`, locale: 'en-GB', timezoneId: 'Europe/Berlin' },
    ...{ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' },
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  if (path.startsWith('/') && path !== '/sign-in') await signIn({ page }, path);
  else await page.goto(path);
  await page.waitForLoadState('networkidle');
  return page;
};

/** A screenshot with a reduced palette. */
export const take = async (page: Page, what: 'page' | 'view' | string): Promise<Buffer> => {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  const options = { animations: 'disabled', caret: 'hide' } as const;
  const png =
    what === 'page' || what === 'view'
      ? await page.screenshot({ ...options, fullPage: what === 'page' })
      : await page.locator(what).screenshot(options);
  return writePng(readPng(png));
};

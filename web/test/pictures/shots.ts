import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { uploaded } from '../browser/warnings.ts';
import type { Look } from './camera.ts';
import { hosts, signer, slug, type World } from './world.ts';

/* The pictures to take: URL, viewport and preparation. */

export interface Shot {
  name: string;
  /** A URL, or the version of a release. */
  at: string;
  look?: Look;
  /** The viewport or a selector; the default is the whole page. */
  what?: 'view' | string;
  /** Text to wait for. */
  shows: string;
  before?: (page: Page, world: World) => Promise<unknown>;
}

const app = `/apps/${slug}`;

const press = (name: RegExp, shows: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name }).click();
  await page.getByRole('dialog').getByText(shows).first().waitFor();
};

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Names and sizes; the bytes are the same in every run. */
const installers = [
  ['Lantern_1.5.1_aarch64.app.tar.gz', 21_400_000],
  ['Lantern_1.5.1_x64.app.tar.gz', 22_900_000],
  ['Lantern_1.5.1_amd64.AppImage', 26_800_000],
  ['Lantern_1.5.1_x64-setup.exe', 17_600_000],
] as const;

/** Writes a build folder as Tauri does. */
const leaveBuild = (folder: string): string[] => {
  mkdirSync(folder, { recursive: true });
  return installers.flatMap(([name, size]) => {
    const bytes = Buffer.alloc(size, name);
    const hash = createHash('blake2b512').update(bytes).digest();
    writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, `${name}.sig`), signer.signHash(hash, { version: '1.5.1' }));
    return [join(folder, name), join(folder, `${name}.sig`)];
  });
};

const dropBuild = async (page: Page, { folder }: World): Promise<void> => {
  await page.locator('[data-chooser=files]').setInputFiles(leaveBuild(join(folder, 'build')));
  await page.getByRole('button', { name: /^Upload \d files/ }).click();
  await uploaded(page);
  await page
    .getByLabel('Release notes')
    .fill('- Projects on network drives open again\n- Fewer crashes on Windows 10');
  await page.getByRole('heading', { level: 1 }).click();
};

const withOffer = 'On track until|Limit reached';

export const shots: readonly Shot[] = [
  { name: 'sign-in', at: '/sign-in', shows: 'Stay signed in', look: { height: 480 }, what: 'view' },
  { name: 'overview', at: app, shows: withOffer },
  { name: 'overview-dark', at: app, shows: withOffer, look: { theme: 'dark' } },
  { name: 'overview-phone', at: app, shows: withOffer, look: { width: 390 } },
  { name: 'releases', at: `${app}/releases`, shows: '% of checks', look: { height: 540 }, what: 'view' },
  { name: 'release', at: '1.5.0', shows: 'Draft created', look: { height: 1050 }, what: 'view' },
  {
    ...{ name: 'withdraw', at: '1.5.0', shows: 'Draft created', what: 'view' },
    look: { theme: 'dark', height: 700 },
    before: press(/^Withdraw/, 'You can restore it'),
  },
  { name: 'rollout', at: '1.5.0', shows: 'Draft created', what: '.card:has(.rollout-control)' },
  {
    ...{ name: 'simulate', at: '1.5.0', shows: 'Draft created', what: 'dialog' },
    before: press(/^Preview impact/, 'failure rate pauses it'),
  },
  { name: 'new-release', at: `${app}/new`, shows: 'Drop your build folder', before: dropBuild },
  {
    ...{ name: 'explain', shows: 'Withdrawn by' },
    at: `${app}/explain?version=1.4.1&target=windows-x86_64&channel=stable&client=51d2c8`,
  },
  { name: 'usage', at: `${app}/usage`, shows: 'linux-deb-x86_64' },
  { name: 'audit', at: `${app}/audit`, shows: 'Load more', look: { height: 520 }, what: 'view' },
  { name: 'channels', at: `${app}/channels`, shows: 'None', look: { height: 380 }, what: 'view' },
  { name: 'keys', at: `${app}/keys`, shows: 'crash service', look: { height: 500 }, what: 'view' },
  { name: 'domains', at: `${app}/domains`, shows: 'Checked from', look: { height: 700 }, what: 'view' },
  {
    ...{ name: 'settings', at: `${app}/settings/signing`, shows: 'release key 2026', what: 'view' },
    look: { height: 840 },
  },
  { name: 'download-page', at: `http://${hosts.app}/`, shows: 'SHA-256', look: { userAgent: windows } },
];

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { dial } from '../../../lab/dial.ts';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { type Service, startService } from '../../../lab/service.ts';
import { createSigner } from '../../../lab/signer.ts';
import { openBrowser, openTab } from './browser.ts';
import { dropOn } from './drop.ts';
import { follow, tabTo } from './keyboard.ts';
import { uploaded, warningTicks } from './warnings.ts';

/* From an empty server to a release offered to clients, in the browser alone; then by keyboard only. */

const mostActions = 25;

/** A build of two targets with signatures. */
const build = async (folder: string, version: string): Promise<string> => {
  const { sign } = createSigner();
  const place = join(folder, `bundle-${version}`);
  await mkdir(place);
  for (const name of [`Lantern_${version}_amd64.AppImage`, `Lantern_${version}_x64-setup.exe`]) {
    const bytes = randomBytes(200_000);
    await writeFile(join(place, name), bytes);
    await writeFile(join(place, `${name}.sig`), sign(bytes));
  }
  return place;
};

/** Counts clicks, filled fields and drops. */
const countActions = () => {
  const done: string[] = [];
  return {
    done,
    click: async (what: Locator): Promise<void> => {
      await what.click();
      done.push(`click ${what}`);
    },
    type: async (what: Locator, text: string): Promise<void> => {
      await what.fill(text);
      done.push(`type into ${what}`);
    },
    drop: async (page: Page, path: string): Promise<void> => {
      await dropOn(page, 'Drop files here', [path]);
      done.push(`drop ${path}`);
    },
  };
};

/** The response to a Tauri client that uses the endpoint shown on the page. */
const check = async (endpoint: string): Promise<{ status: number; version: string | undefined }> => {
  const url = endpoint
    .replace('{{target}}', 'linux')
    .replace('{{arch}}', 'x86_64')
    .replace('{{current_version}}', '0.1.0');
  const { status, text } = await dial(url);
  return { status, version: status === 200 ? JSON.parse(text()).version : undefined };
};

describe('the first release', () => {
  let browser: Browser;
  let service: Service;
  let folder: TemporaryFolder;
  let endpoint = '';
  before(async () => {
    folder = await openFolder('first');
    const env = { PORT: '0', SLIPWAY_UPLOAD_PORT: '0' };
    [browser, service] = await Promise.all([openBrowser(), startService({ omitsDefaultEnv: true, env })]);
  });
  after(async () => {
    await browser.close();
    await service.stop();
    await folder.remove();
  });

  const readKey = async (): Promise<string> =>
    (await readFile(join(service.folder, 'data', 'admin-key'), 'utf8')).trim();

  test(`is offered to a client after at most ${mostActions} actions`, async (t) => {
    const tab = await openTab(browser, service);
    const { page } = tab;
    const { done, click, type, drop } = countActions();
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
    await page.goto('/');
    await type(page.getByLabel('Admin key or API key'), await readKey());
    await click(button('Sign in'));
    await type(page.getByLabel('Name'), 'Lantern');
    await click(button('Create app'));
    const snippet = await page.getByText('"endpoints"').innerText();
    endpoint = /"(http[^"]+)"/.exec(snippet)?.[1] ?? '';
    assert.equal((await check(endpoint)).status, 204);
    await click(page.getByRole('link', { name: 'New release' }).first());
    await drop(page, await build(folder.path, '1.0.0'));
    await click(button(/^Upload 2 files/));
    await type(page.getByLabel('Release notes'), '- It is there');
    await uploaded(page);
    for (const box of await warningTicks(page)) await click(box);
    await click(button('Publish to stable'));
    await page.getByRole('heading', { name: '1.0.0', level: 1, exact: true }).waitFor();
    assert.deepEqual(await check(endpoint), { status: 200, version: '1.0.0' });
    t.diagnostic(`${done.length} actions`);
    assert.ok(done.length <= mostActions, done.join('\n'));
    await tab.finish();
  });

  test('is followed by a second one with the keyboard only', async () => {
    const tab = await openTab(browser, service);
    const { page } = tab;
    const { keyboard } = page;
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
    const place = await build(folder.path, '1.1.0');
    await page.goto('/');
    await tabTo(page.getByLabel('Admin key or API key'));
    await keyboard.type(await readKey());
    await keyboard.press('Enter');
    await follow(page.getByRole('link', { name: 'Lantern' }));
    await follow(page.getByRole('link', { name: 'New release' }).first());
    const chooser = page.waitForEvent('filechooser');
    await follow(button('Choose folder'));
    await (await chooser).setFiles(place);
    await page.locator('.progress.ready').nth(1).waitFor();
    await follow(button(/^Upload 2 files/));
    await uploaded(page);
    await tabTo(page.getByLabel('Release notes'));
    await keyboard.type('- Without a mouse');
    const publish = button('Publish to stable');
    await publish.and(page.locator(':not([aria-disabled])')).waitFor();
    await follow(publish);
    await page.getByRole('heading', { name: '1.1.0', level: 1, exact: true }).waitFor();
    assert.deepEqual(await check(endpoint), { status: 200, version: '1.1.0' });
    await tab.finish();
  });
});

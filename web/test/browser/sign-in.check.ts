import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { openBeside, openBrowser, openTab, signIn } from './browser.ts';

/* Sign-in, sign-out, and a session that expires while the page is open. */

describe('signing in', () => {
  let browser: Browser;
  let service: Service;
  before(async () => {
    [browser, service] = await Promise.all([openBrowser(), startService()]);
    await service.client.createApp({ slug: 'lantern', name: 'Lantern' });
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  test('a signed-out visitor sees what this is and where the docs are', async () => {
    const tab = await openTab(browser, service);
    await tab.page.goto('/');
    await tab.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.match(await tab.page.locator('main').innerText(), /Publish releases and deliver updates/);
    await tab.page.getByRole('link', { name: 'API documentation' }).click();
    await tab.page.waitForURL('**/docs');
    await tab.finish();
  });

  test('a wrong key shows an error, the right one opens the requested page', async () => {
    const tab = await openTab(browser, service);
    tab.watch.expectRefusals(401);
    await tab.page.goto('/apps/lantern?days=7');
    const field = tab.page.getByLabel('Admin key or API key');
    await field.fill('slw_adm_not-the-right-one-at-all-0123456789');
    await field.press('Enter');
    await tab.page.getByText('Invalid key.').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill(adminKey);
    await field.press('Enter');
    await tab.page.waitForURL('**/apps/lantern?days=7');
    await tab.page.getByRole('heading', { name: 'Lantern', level: 1 }).waitFor();
    await tab.finish();
  });

  test('the return path cannot redirect to another site', async () => {
    const tab = await openTab(browser, service);
    await tab.page.goto(`/sign-in?to=${encodeURIComponent('//evil.example/apps')}`);
    await tab.page.getByLabel('Admin key or API key').fill(adminKey);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.waitForURL('**/apps');
    assert.equal(new URL(tab.page.url()).origin, service.baseUrl);
    await tab.finish();
  });

  test('scripts cannot read the key', async () => {
    const tab = await openTab(browser, service);
    await signIn(tab);
    const readable = await tab.page.evaluate(
      () => document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href,
    );
    assert.ok(!readable.includes(adminKey) && !readable.includes('slipway-8'), readable);
    await tab.finish();
  });

  test('an app key opens its app', async () => {
    const { secret } = await service.client.createKey('lantern', { name: 'release pipeline' });
    const tab = await openTab(browser, service);
    await signIn(tab, '/', secret);
    await tab.page.waitForURL('**/apps/lantern');
    await tab.page.getByRole('button', { name: 'release pipeline' }).waitFor();
    await tab.finish();
  });

  test('a key revoked while the page is open shows the sign-in dialog', async () => {
    const { key, secret } = await service.client.createKey('lantern', {
      name: 'for a while',
      scopes: ['read'],
    });
    const tab = await openTab(browser, service);
    tab.watch.expectRefusals(401, 403);
    await signIn(tab, '/apps/lantern', secret);
    await tab.page.getByRole('heading', { name: 'Lantern', level: 1 }).waitFor();
    await service.client.revokeKey('lantern', key.id);
    await tab.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const dialog = tab.page.getByRole('dialog', { name: 'Session ended' });
    await dialog.waitFor();
    await tab.page.keyboard.press('Escape');
    assert.ok(await dialog.isVisible());
    await dialog.getByLabel('Admin key or API key').fill(adminKey);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tab.finish();
  });

  test('a revoked key leads to the sign-in page on reload', async () => {
    const made = await service.client.createKey('lantern', { name: 'gone', scopes: ['read'] });
    const tab = await openTab(browser, service);
    tab.watch.expectRefusals(401);
    await signIn(tab, '/apps/lantern', made.secret);
    await service.client.revokeKey('lantern', made.key.id);
    await tab.page.goto('/apps/lantern/usage');
    await tab.page.waitForURL('**/sign-in?to=%2Fapps%2Flantern%2Fusage');
    await tab.page.getByLabel('Admin key or API key').fill(adminKey);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await tab.finish();
  });

  test('signing out in one tab signs out the other', async () => {
    const tab = await openTab(browser, service);
    await signIn(tab);
    const other = await openBeside(tab, service);
    await other.page.goto('/apps');
    await other.page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
    await tab.page.getByRole('button', { name: 'admin' }).click();
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await Promise.all(
      [tab, other].map(({ page }) => page.getByRole('heading', { name: 'Sign in' }).waitFor()),
    );
    await tab.page.goto('/apps');
    await tab.page.waitForURL('**/sign-in?to=%2Fapps');
    await other.finish();
    await tab.finish();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Scope, scopes } from '@slipway/api';
import type { Browser, Locator, Page } from 'playwright-core';
import { adminKey, type Service } from '../../../lab/service.ts';
import { retryUntilSuccess } from '../../../lab/wait-until.ts';
import { openBrowser, openTab, signIn } from './browser.ts';
import { slug, startLantern } from './lantern.ts';
import { fillReleases } from './lantern-releases.ts';

/* Every scope with every action: it works, or it is disabled with a reason. */

type Need = Scope | 'publish or withdraw' | 'admin';

interface Action {
  /** The path below the app; `{1.5.0}` is the ID of that release. */
  at: string;
  name: string | RegExp;
  need: Need;
  /** Set if it opens a dialog first, so that the test can press it. */
  asks?: true;
  /** Set if it is in the menu of further actions. */
  isInMenu?: true;
}

const actions: readonly Action[] = [
  { at: '', name: 'New release', need: 'publish' },
  { at: '/releases', name: 'New release', need: 'publish' },
  { at: '/releases', name: 'Continue 1.6.0', need: 'publish' },
  { at: '/releases', name: 'Delete… draft 1.6.0', need: 'publish', asks: true },
  { at: '/releases/{1.6.0}', name: 'Delete draft…', need: 'publish', asks: true },
  { at: '/releases/{1.5.2}', name: 'Publish…', need: 'publish', asks: true },
  { at: '/releases/{1.5.2}', name: 'Set up staged rollout…', need: 'publish', asks: true },
  { at: '/releases/{1.5.1}', name: 'Pause…', need: 'publish or withdraw', asks: true },
  { at: '/releases/{1.5.1}', name: 'Release to everyone…', need: 'publish', asks: true },
  { at: '/releases/{1.4.9}', name: 'Restore…', need: 'withdraw', asks: true },
  { at: '/releases/{1.4.2}', name: 'Withdraw…', need: 'withdraw', asks: true },
  { at: '/releases/{1.4.2}', name: 'Delete files…', need: 'prune', asks: true, isInMenu: true },
  { at: '/releases/{1.4.2}', name: 'Edit release notes', need: 'publish' },
  { at: '/usage', name: 'Export CSV', need: 'read' },
  { at: '/channels', name: 'New channel', need: 'manage' },
  { at: '/channels', name: 'Edit… beta', need: 'manage', asks: true },
  { at: '/channels', name: 'Archive… beta', need: 'manage', asks: true },
  { at: '/keys', name: 'New API key', need: 'manage' },
  { at: '/domains', name: 'Add domain', need: 'admin' },
  { at: '/domains', name: 'Remove… updates.lantern.example', need: 'admin', asks: true },
  { at: '/settings', name: 'Save', need: 'manage' },
  { at: '/settings/delivery', name: 'Save', need: 'manage' },
  { at: '/settings/signing', name: 'Add signing key', need: 'manage' },
  { at: '/settings/publishing', name: 'Add trusted publisher', need: 'manage' },
  // Disabled for the admin key, too: the app has releases.
  { at: '/settings/danger', name: 'Delete app…', need: 'admin' },
];
const places = [...new Set(actions.map(({ at }) => at))];

/** The expected reason; undefined if allowed. */
const reasonFor = (need: Need, granted: readonly Scope[]): string | undefined => {
  if (need === 'admin') return 'Requires the admin key.';
  if (need.split(' or ').some((one) => granted.includes(one as Scope))) return undefined;
  return `Requires the ${need} scope. Your key has: ${granted.join(', ')}.`;
};

/** The accessible reason for a missing scope; other reasons are ignored. */
const reasonOf = async (button: Locator): Promise<string | undefined> => {
  const reason = await button.evaluate((element) => {
    const id = element.getAttribute('aria-describedby');
    if (element.getAttribute('aria-disabled') !== 'true' || id === null) return '';
    return document.getElementById(id)?.textContent ?? 'It is about to go.';
  });
  return /^(?:Requires the|It is about)/.test(reason) ? reason : undefined;
};

/** Navigates on the client, without a page load. */
const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await page.waitForURL((url) => url.pathname === path);
};

describe('permissions by scope', () => {
  let browser: Browser;
  let service: Service;
  let ids: Record<string, string>;
  before(async () => {
    [browser, service] = await Promise.all([openBrowser(), startLantern()]);
    ids = await fillReleases(service);
    await service.client.createDomain(slug, { domain: 'updates.lantern.example' });
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  const addressOf = (at: string): string =>
    `/apps/${slug}${at.replace(/\{(.*)\}/, (_, version: string) => ids[version] ?? '')}`;

  const press = async (page: Page, button: Locator): Promise<void> => {
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    assert.equal(await dialog.locator('.problem').count(), 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };

  const find = (page: Page, { name }: Action): Locator =>
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .first();

  const holders: readonly { name: string; granted: readonly Scope[] | 'admin' }[] = [
    { name: 'the admin key', granted: 'admin' },
    ...scopes.map((scope) => ({
      name: `a key with ${scope}`,
      granted: scope === 'read' ? [scope] : (['read', scope] as const),
    })),
  ];
  for (const { name, granted } of holders)
    test(`${name}: every action works or says why not`, async () => {
      const secret =
        granted === 'admin'
          ? adminKey
          : (await service.client.createKey(slug, { name, scopes: [...granted] })).secret;
      const tab = await openTab(browser, service);
      const { page } = tab;
      // Screens the key cannot read return 403.
      tab.watch.expectRefusals(403);
      await signIn(tab, addressOf(''), secret);
      for (const at of places) {
        await goTo(page, addressOf(at));
        for (const action of actions.filter((one) => one.at === at)) {
          if (action.isInMenu) await page.getByRole('button', { name: 'More actions' }).click();
          const button = find(page, action);
          const expected = granted === 'admin' ? undefined : reasonFor(action.need, granted);
          await retryUntilSuccess(async () => {
            assert.equal(await reasonOf(button), expected, `${action.name} at ${at}`);
          });
          if (expected === undefined && action.asks) await press(page, button);
        }
      }
      const mayWithdraw = granted === 'admin' || granted.includes('withdraw');
      const withdraw = page.getByRole('button', { name: 'Withdraw a release…' });
      assert.equal(await withdraw.count(), mayWithdraw ? 1 : 0);
      await tab.finish();
    });
});

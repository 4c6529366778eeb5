import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Service } from '../../../lab/service.ts';
import { enter, openBrowser, openTab, type Tab } from './browser.ts';
import { slug, startLantern } from './lantern.ts';
import { fillReleases } from './lantern-releases.ts';

/* Actions on a release in the browser, and the clients' responses before and after. */

describe('actions on a release', () => {
  let browser: Browser;
  let service: Service;
  let ids: Record<string, string>;
  before(async () => {
    [browser, service] = await Promise.all([openBrowser(), startLantern()]);
    ids = await fillReleases(service);
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  const offered = async (target: string): Promise<string | undefined> => {
    const query = { channel: 'beta', target, arch: 'x86_64', currentVersion: '1.0.0' };
    const { release } = await service.client.explain(slug, query);
    return release?.version;
  };

  const open = async (path: string): Promise<Tab> => {
    const tab = await openTab(browser, service);
    await enter(tab, `/apps/${slug}${path}`);
    return tab;
  };

  for (const path of ['', '/releases', '/explain'])
    test(`withdraws from ${path === '' ? 'the overview' : path} by three clicks and a sentence`, async () => {
      assert.equal(await offered('linux'), '1.6.0-beta.2');
      const tab = await open(path);
      const { page } = tab;
      await page.getByRole('button', { name: 'Withdraw a release…' }).click();
      await page.getByRole('button', { name: /1\.6\.0-beta\.2/ }).click();
      await page.getByText('are offered 1.6.0-beta.1 instead of 1.6.0-beta.2').waitFor();
      await page.keyboard.type('Crashes at start');
      await page.getByRole('button', { name: 'Withdraw release' }).click();
      await page.getByText('Withdrew 1.6.0-beta.2 from beta.').first().waitFor();
      assert.equal(await offered('linux'), '1.6.0-beta.1');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Restored 1.6.0-beta.2.').first().waitFor();
      assert.equal(await offered('linux'), '1.6.0-beta.2');
      await tab.finish();
    });

  test('publishes a draft once each warning is checked', async () => {
    const tab = await open(`/releases/${ids['1.5.2']}`);
    const { page } = tab;
    const previewReady = Promise.withResolvers<void>();
    await page.route('**/effects*', async (route) => {
      await previewReady.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Publish…' }).click();
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    // The draft has its own warnings; only its effects show that it ends a rollout.
    await page.getByText('Loading the effects…').waitFor({ state: 'attached' });
    assert.equal(await publish.getAttribute('aria-disabled'), 'true');
    assert.equal(await page.getByRole('checkbox').count(), 0);
    previewReady.resolve();
    await page.getByRole('checkbox', { name: 'stops the rollout of 1.5.1' }).waitFor();
    assert.equal(await publish.getAttribute('aria-disabled'), 'true');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await publish.click();
    await page.getByText('Published 1.5.2 to stable.').first().waitFor();
    assert.equal((await service.client.getRelease(slug, ids['1.5.2'] ?? '')).release.state, 'published');
    await tab.finish();
  });

  test('prunes only when the version is typed', async () => {
    const tab = await open(`/releases/${ids['1.3.0']}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Delete files…' }).click();
    const prune = page.getByRole('button', { name: 'Delete 5 files' });
    await page.getByLabel('Type 1.3.0 to confirm').fill('1.3.1');
    assert.equal(await prune.getAttribute('aria-disabled'), 'true');
    await page.getByLabel('Type 1.3.0 to confirm').fill('1.3.0');
    await prune.click();
    await page.getByText('Permanently deleted 5 files of 1.3.0.').first().waitFor();
    const { release } = await service.client.getRelease(slug, ids['1.3.0'] ?? '');
    assert.ok(release.artifacts.every(({ state }) => state === 'pruned'));
    await tab.finish();
  });

  test('promotes a release to another channel as a draft, offered to no client', async () => {
    const tab = await open(`/releases/${ids['1.6.0-beta.1']}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Promote…' }).click();
    await page.getByLabel('Channel', { exact: true }).selectOption('nightly');
    await page.getByLabel('Version on nightly').fill('1.6.0-dev.500');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('heading', { name: '1.6.0-dev.500', level: 1 }).waitFor();
    const { releases } = await service.client.listReleases(slug, { channel: 'nightly', state: 'draft' });
    assert.deepEqual(
      releases.map(({ version, artifacts }) => [version, artifacts.length]),
      [['1.6.0-dev.500', 5]],
    );
    await tab.finish();
  });

  test('holds a target, with a preview of the effect', async () => {
    assert.equal(await offered('linux'), '1.6.0-beta.2');
    const tab = await open(`/releases/${ids['1.6.0-beta.2']}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Edit… eligibility' }).click();
    await page.getByRole('checkbox', { name: 'Linux, x86_64 linux-x86_64' }).check();
    await page.getByText('Held back on linux-x86_64.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved eligibility of 1.6.0-beta.2.').first().waitFor();
    assert.equal(await offered('linux'), '1.6.0-beta.1');
    await service.client.changeRelease(slug, ids['1.6.0-beta.2'] ?? '', { heldTargets: null });
    await tab.finish();
  });

  test('saves notes with a preview, in which HTML is text', async () => {
    const tab = await open(`/releases/${ids['1.5.0']}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Edit release notes' }).click();
    await page.getByRole('textbox', { name: 'Release notes' }).fill('**Bold** <img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.locator('.prose strong').waitFor();
    assert.equal(await page.locator('.prose img').count(), 0);
    await page.getByRole('button', { name: 'Save notes' }).click();
    await page.getByText('Saved release notes.').first().waitFor();
    await tab.finish();
  });
});

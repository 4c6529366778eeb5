import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { type S3Server, s3Env, startS3 } from '../../../lab/s3.ts';
import { type Service, startService } from '../../../lab/service.ts';
import { accessibilityFaults } from './axe.ts';
import { openBrowser, openTab, signIn } from './browser.ts';
import { type BucketProxy, startBucketProxy } from './bucket-proxy.ts';
import { dropOn } from './drop.ts';
import { uploaded, warningTicks } from './warnings.ts';
import { sidewaysScroll } from './watch.ts';

/* Direct uploads to a bucket, single and multipart, and the message if CORS blocks them. */

const slug = 'lantern';
/** Above the multipart threshold. */
const largeBytes = 65 * 1024 ** 2;

describe('a release in a bucket', () => {
  let browser: Browser;
  let s3: S3Server;
  let bucket: BucketProxy;
  let service: Service;
  let folder: TemporaryFolder;
  before(async () => {
    s3 = await startS3();
    bucket = await startBucketProxy(s3.endpoint);
    const env = s3Env({ ...s3, endpoint: bucket.endpoint }, 'artifacts');
    [browser, service, folder] = await Promise.all([
      openBrowser(),
      startService({ env }),
      openFolder('bucket'),
    ]);
    await service.client.createApp({ slug, name: 'Lantern', adapter: 'rest' });
  });
  after(async () => {
    await browser.close();
    await service.stop();
    bucket.stop();
    await s3.stop();
    await folder.remove();
  });

  const write = async (name: string, sizeBytes: number): Promise<string> => {
    const path = join(folder.path, name);
    await writeFile(path, randomBytes(sizeBytes));
    return path;
  };

  const open = async () => {
    const tab = await openTab(browser, service, { storage: bucket.origin });
    const puts: string[] = [];
    tab.page.on('requestfinished', (one) => {
      if (one.method() === 'PUT') puts.push(new URL(one.url()).searchParams.get('partNumber') ?? 'whole');
    });
    await signIn(tab, `/apps/${slug}/new`);
    await tab.page.getByRole('heading', { name: 'New release', level: 1 }).waitFor();
    return { ...tab, puts };
  };

  const offeredFor = async (target: string): Promise<string | undefined> =>
    (await service.client.listOffers(slug)).offers.find((one) => one.target === target)?.version;

  test('is uploaded in one request and in parts', async () => {
    const { page, puts, finish } = await open();
    await dropOn(page, 'Drop files here', [
      await write('Lantern_1.0.0_amd64.AppImage', largeBytes),
      await write('Lantern_1.0.0_x64-setup.exe', 300_000),
    ]);
    await page.getByRole('button', { name: /^Upload 2 files/ }).click();
    await uploaded(page, 120_000);
    assert.deepEqual(puts.sort(), ['1', '2', '3', '4', '5', 'whole']);
    for (const box of await warningTicks(page)) await box.check();
    await page.getByRole('button', { name: 'Publish to stable' }).click();
    await page.getByRole('heading', { name: '1.0.0', level: 1, exact: true }).waitFor();
    assert.equal(await offeredFor('linux-x86_64'), '1.0.0');
    await finish();
  });

  test('without a CORS rule shows the rule, and continues once it is set', async () => {
    const { page, watch, puts, finish } = await open();
    watch.expectError(/blocked by CORS policy|net::ERR_FAILED/);
    bucket.allow(false);
    await dropOn(page, 'Drop files here', [await write('Lantern_1.1.0_amd64.AppImage', 300_000)]);
    await page.getByRole('button', { name: /^Upload 1 file/ }).click();
    await page.getByText(`Upload to ${bucket.origin} was blocked.`).waitFor();
    const rule = JSON.parse(await page.getByRole('group', { name: 'Bucket CORS rule' }).innerText());
    assert.deepEqual(rule[0].AllowedOrigins, [service.baseUrl]);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await sidewaysScroll(page), []);
    bucket.allow(true);
    await page.getByRole('button', { name: 'Retry' }).click();
    await uploaded(page);
    assert.deepEqual(puts, ['whole']);
    for (const box of await warningTicks(page)) await box.check();
    await page.getByRole('button', { name: 'Publish to stable' }).click();
    await page.getByRole('heading', { name: '1.1.0', level: 1, exact: true }).waitFor();
    assert.equal(await offeredFor('linux-x86_64'), '1.1.0');
    await finish();
  });
});
